import { expect, it } from "vitest";
import { z } from "zod";
import { WrittenModel } from "../../test/support.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import { OwnEvents } from "./prompt-steps.ts";
import { runPrompt } from "./run-prompt.ts";

it("keeps the stored events of its run, and none of other runs, of live ones, or of what comes after the end", () => {
  const activity = new ActivityStream();
  const own = new OwnEvents();
  own.watch(activity, (runId) => runId === "mine");
  const start = (runId: string, step: number) => activity.emit("step_end", { step }, { runId });
  start("mine", 1);
  start("other", 2);
  activity.emit("text_delta", { delta: "x" }, { runId: "mine" });
  own.stop();
  start("mine", 3);
  expect(own.list.map(({ data }) => data)).toEqual([{ step: 1 }]);
});

it("shows programs outputs whole that an event cuts, in the steps and in the last tool, and observers as before", async () => {
  const rows = Array.from({ length: 8_000 }, (_, row) => `row number ${row}`);
  const last: unknown[] = [];
  const observed: unknown[] = [];
  const observer = () => ({
    ended: () => undefined,
    settled: (calls: readonly { readonly toolName: string }[]) =>
      void observed.push(calls.map((call) => call.toolName)),
  });
  const model = new WrittenModel([{ calls: [{ name: "big" }] }, { calls: [{ name: "small" }] }]);
  const { prompt, result } = await runPrompt(
    ({ defTool, defEffect, $ }) => {
      defTool("big", "Give all rows.", z.object({}), () => ({ rows }));
      defTool("small", "Give one.", z.object({}), () => ({ rows: ["one"] }));
      defEffect(({ lastTool }) => void last.push(lastTool?.output));
      $`Go.`;
    },
    { model, observer },
  );
  await result.final;
  expect(last).toEqual([undefined, { rows }, { rows: ["one"] }]);
  const shown = prompt.steps.at(-1)?.input.prompt.flatMap(({ role, content }) => (role === "tool" ? content : []));
  expect(shown?.map((part) => part.result)).toEqual([{ rows }, { rows: ["one"] }]);
  expect(JSON.stringify(model.requests[1]?.messages).length).toBeLessThan(70_000);
  expect(observed).toEqual([["big"], ["small"], []]);
});

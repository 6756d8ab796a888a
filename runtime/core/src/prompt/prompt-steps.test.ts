import { expect, it } from "vitest";
import { ActivityStream } from "../journal/activity-stream.ts";
import { OwnEvents } from "./prompt-steps.ts";

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

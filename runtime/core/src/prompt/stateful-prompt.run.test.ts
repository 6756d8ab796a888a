import { describe, expect, it } from "vitest";
import { z } from "zod";
import { call, offered } from "../../test/prompting.ts";
import { KeptLog, WrittenModel, watched } from "../../test/support.ts";
import { type JournalEvent, runToolLoop } from "../index.ts";
import { runPrompt } from "./run-prompt.ts";
import { StatefulPrompt } from "./stateful-prompt.ts";

const none = z.object({});
const logger = new KeptLog();

describe("runs of a prompt", () => {
  it("needs no prompt function: what was defined stays as it is", async () => {
    const model = new WrittenModel([call("t"), { text: "done" }]);
    const prompt = StatefulPrompt.create(model, { logger });
    const seen: number[] = [];
    prompt.defTool("t", "", none, () => "ok");
    prompt.defEffect(({ stepNumber }) => void seen.push(stepNumber));
    prompt.$`go`;
    expect(await prompt.run().text).toBe("done");
    expect([seen, offered(model, 1), prompt.steps.length]).toEqual([[0, 1], ["t"], 2]);
  });

  it("goes on where the run before ended", async () => {
    const model = new WrittenModel([{ text: "one" }, { text: "two" }]);
    const prompt = StatefulPrompt.create(model, { logger });
    prompt.defSystem("role", "same");
    prompt.$`first`;
    await prompt.run().final;
    prompt.$`second`;
    await prompt.run().final;
    expect(model.requests[1]?.messages.map(({ content }) => content)).toEqual([
      "<role>\nsame\n</role>",
      "first",
      "one",
      "second",
    ]);
    expect(prompt.steps).toHaveLength(1);
  });

  it("runs one at a time", async () => {
    const prompt = StatefulPrompt.create(new WrittenModel([]), { logger });
    prompt.$`go`;
    const { final } = prompt.run();
    expect(() => prompt.run()).toThrow("running already");
    await final;
    expect(() => prompt.run()).not.toThrow();
  });

  it("wishes after the end of a run mean nothing", async () => {
    const prompt = StatefulPrompt.create(new WrittenModel([]), { logger });
    const tool = prompt.defTool("t", "", none, () => "ok");
    tool.remind();
    expect(prompt.getRemindedItems()).toEqual([{ type: "defTool", name: "t" }]);
    prompt.$`go`;
    await prompt.run().final;
    tool.remind();
    tool.disable();
    expect(prompt.getRemindedItems()).toEqual([]);
  });

  it("publishes the events of the loop on the stream it is given, and picks its own among others", async () => {
    const { activity, events } = watched();
    const other = new WrittenModel([{ text: "other" }]);
    const { result, prompt } = await runPrompt(
      async ({ defTool, $ }) => {
        defTool("t", "", none, async () => {
          await runToolLoop({ model: other, activity, logger }, [{ role: "user", content: "other" }]);
          return "ok";
        });
        $`go`;
      },
      { model: new WrittenModel([call("t")]), activity, logger },
    );
    const streamed: JournalEvent[] = [];
    for await (const event of result.events) streamed.push(event);
    expect(streamed.at(-1)?.type).toBe("done");
    expect(events.filter(({ type }) => type === "done")).toHaveLength(2);
    expect(prompt.steps.map(({ output }) => output.finishReason)).toEqual(["tool-calls", "stop"]);
    expect(JSON.stringify(prompt.steps)).not.toContain("other");
  });

  it("a run that fails says so in final; an effect or a later pass that throws ends the run in an error", async () => {
    const failing = await runPrompt(({ $ }) => $`go`, { model: new WrittenModel([{ finishReason: "error" }]), logger });
    expect([await failing.result.text, (await failing.result.final).error?.code]).toEqual(["", "http"]);
    let pass = 0;
    const { result } = await runPrompt(
      ({ defTool, $ }) => {
        defTool("t", "", none, () => "ok");
        $`go`;
        if (pass++ > 0) throw new Error("second pass");
      },
      { model: new WrittenModel([call("t")]), logger },
    );
    expect(await result.final).toMatchObject({ stopReason: "error", iterations: 1 });
  });

  it("the first pass throws to whoever started it", async () => {
    const broken = runPrompt(() => Promise.reject(new Error("first pass")), { model: new WrittenModel([]) });
    await expect(broken).rejects.toThrow("first pass");
  });

  it("keeps what was sent beside what is shown", async () => {
    const { result, prompt } = await runPrompt(
      ({ defTool, $ }) => {
        defTool("t", "", none, () => ({ n: 1 }));
        $`go`;
      },
      { model: new WrittenModel([call("t")]), logger },
    );
    await result.final;
    expect(prompt.fullSteps[1]?.input.prompt.at(-1)).toMatchObject({ role: "tool", content: '{"n":1}' });
    expect(prompt.steps[1]?.input.prompt.at(-1)).toMatchObject({ role: "tool", content: [{ result: { n: 1 } }] });
  });

  it("passes secrets and limits of its configuration on to the loop", async () => {
    const { result } = await runPrompt(
      ({ defTool, $ }) => {
        defTool("t", "", none, () => ({ text: "hunter2hunter2" }));
        $`go`;
      },
      {
        model: new WrittenModel(() => call("t")),
        logger,
        maxIterations: 2,
        secrets: [{ name: "pw", value: "hunter2hunter2" }],
      },
    );
    const { stopReason, messages } = await result.final;
    expect(stopReason).toBe("max_iterations");
    expect(JSON.stringify(messages)).toContain("[secret:pw]");
    expect(JSON.stringify(messages)).not.toContain("hunter2");
  });
});

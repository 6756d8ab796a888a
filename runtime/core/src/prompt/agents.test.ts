import { describe, expect, it } from "vitest";
import { z } from "zod";
import { call, offered, play, resultsIn } from "../../test/prompting.ts";
import { WrittenModel, watched } from "../../test/support.ts";
import { agent } from "./agents.ts";
import type { PromptFunction } from "./run-prompt.ts";

const topic = z.object({ topic: z.string() });

describe("defAgent", () => {
  it("runs a prompt of its own; programs read the response and the steps, the model the response", async () => {
    const writer = new WrittenModel([call("look", {}), { text: "An essay." }]);
    const { steps, final, model } = await play([call("write", { topic: "ants" })], ({ defAgent, $ }) => {
      defAgent(
        "write",
        "Writes.",
        topic,
        (input, { defTool, $: say }) => {
          defTool("look", "", z.object({}), () => "seen");
          say`Write about ${input.topic}.`;
        },
        { model: writer, system: "You write." },
      );
      $`go`;
    });
    expect(resultsIn(steps[1])).toEqual([{ response: "An essay.", steps: [expect.anything(), expect.anything()] }]);
    expect(final.messages.find(({ role }) => role === "tool")?.content).toBe("An essay.");
    expect(writer.requests[0]?.messages).toEqual([
      { role: "system", content: "<system>\nYou write.\n</system>" },
      { role: "user", content: "Write about ants." },
    ]);
    expect([offered(model, 0), offered(writer, 0)]).toEqual([["write"], ["look"]]);
  });

  it("has the model and the limits of its parent where it says nothing else", async () => {
    const answers = [call("ask", { topic: "x" }), call("loop"), call("loop"), { text: "end" }];
    const { model, steps } = await play(
      answers,
      ({ defAgent, $ }) => {
        defAgent("ask", "", topic, (_input, { defTool, $: say }) => {
          defTool("loop", "", z.object({}), () => "again");
          say`go`;
        });
        $`go`;
      },
      { maxIterations: 2 },
    );
    expect(model.requests).toHaveLength(4);
    expect(resultsIn(steps[1])).toEqual([{ response: "", steps: [expect.anything(), expect.anything()] }]);
  });

  it("keeps its run out of the journal of its parent: there its call is one call", async () => {
    const { activity, events } = watched();
    const answers = [call("ask", { topic: "x" }), { text: "Fine." }];
    const inner: PromptFunction = ({ $ }) => $`go`;
    await play(
      answers,
      ({ defAgent, $ }) => {
        defAgent("ask", "", topic, (_input, prompt) => inner(prompt));
        $`go`;
      },
      { activity },
    );
    expect(events.filter(({ type }) => type === "run_start")).toHaveLength(1);
    expect(events.filter(({ type }) => type === "tool_call_end")).toHaveLength(1);
  });

  it("tells of an answer that does not fit its schema, without the steps", async () => {
    const answers = [call("ask", { topic: "x" }), { text: '{"n":"one"}' }];
    const { final, steps } = await play(answers, ({ defAgent, $ }) => {
      const options = { responseSchema: z.object({ n: z.number() }) };
      defAgent("ask", "", topic, (_input, { $: say }) => say`go`, options);
      $`go`;
    });
    expect(resultsIn(steps[1])).toMatchObject([
      { response: '{"n":"one"}', validationError: expect.stringContaining("/n") },
    ]);
    const text = final.messages.find(({ role }) => role === "tool")?.content;
    expect(text).toMatch(/^\{"n":"one"\}\n\[The response does not fit its schema: .*\/n/);
    expect(text).not.toContain("finishReason");
  });

  it("of an agent that fails, the call fails", async () => {
    const model = new WrittenModel([{ finishReason: "error" }]);
    const { steps, final } = await play([call("ask", { topic: "x" })], ({ defAgent, $ }) => {
      defAgent("ask", "", topic, (_input, { $: say }) => say`go`, { model });
      $`go`;
    });
    expect([resultsIn(steps[1]), final.stopReason]).toEqual([[expect.stringContaining("scripted failure")], "stop"]);
  });

  it("several agents as one: errors and unknown names are texts, siblings run", async () => {
    const calls = [
      { name: "bad", args: { topic: "x" } },
      { name: "nope", args: {} },
      { name: "good", args: { topic: "y" } },
    ];
    const answers = [call("team", { calls }), { text: "Fine." }];
    const { steps, model } = await play(answers, ({ defAgent, $ }) => {
      defAgent("team", "A team.", [
        agent("bad", "Fails.", topic, () => Promise.reject(new Error("broken"))),
        agent(
          "good",
          "Works.",
          topic,
          (input, { $: say }) => say`${z.object({ topic: z.string() }).parse(input).topic}`,
        ),
      ]);
      $`go`;
    });
    expect(resultsIn(steps[1])).toEqual([
      {
        results: [
          { name: "bad", response: "Error: broken" },
          { name: "nope", response: "Error: Unknown sub-agent: nope" },
          { name: "good", response: "Fine." },
        ],
      },
    ]);
    expect(model.requests[0]?.tools?.[0]?.function.description).toContain("Available sub-agents:\n  - bad: Fails.");
  });

  it("several agents with no calls are fine", async () => {
    const { steps } = await play([call("team", { calls: [] })], ({ defAgent, $ }) => {
      defAgent("team", "", [agent("one", "", topic, () => undefined)]);
      $`go`;
    });
    expect(resultsIn(steps[1])).toEqual([{ results: [] }]);
  });
});

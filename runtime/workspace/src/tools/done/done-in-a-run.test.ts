import { runToolLoop } from "@toolwright/core";
import { type ScriptStep, scripted } from "@toolwright/models";
import { describe, expect, it } from "vitest";
import { writeTodosTool } from "../todos/todos.tool.ts";
import { doneTool } from "./done.tool.ts";

const tools = [doneTool(), writeTodosTool()];
const plan = (status: string): ScriptStep => ({
  toolCalls: [{ name: "write_todos", arguments: { todos: [{ content: "run tests", status }] } }],
});
const done: ScriptStep = { toolCalls: [{ name: "done", arguments: { message: "All is done." } }] };

async function runOf(...steps: ScriptStep[]) {
  const { messages, ...end } = await runToolLoop({ model: scripted(steps), tools, requireDoneTool: true }, [
    { role: "user", content: "go" },
  ]);
  const answers = messages.flatMap((message) => (message.role === "tool" ? [message.content] : []));
  return { ...end, messages, answers };
}

describe("done in a run", () => {
  it("ends it with its message, and the call is answered", async () => {
    const { stopReason, content, answers, iterations } = await runOf(done);
    expect({ stopReason, content, answers, iterations }).toEqual({
      stopReason: "done",
      content: "All is done.",
      answers: ["All is done."],
      iterations: 1,
    });
  });

  it("with a todo in progress names it, and the run goes on until it is called again", async () => {
    const { stopReason, answers, iterations } = await runOf(plan("in_progress"), done, plan("completed"), done);
    expect([stopReason, iterations]).toEqual(["done", 4]);
    expect(answers[1]).toBe('Not finished: todo "run tests" in progress. Call done again to end anyway.');
    const insisting = await runOf(plan("in_progress"), done, done);
    expect([insisting.stopReason, insisting.iterations]).toEqual(["done", 3]);
  });

  it("beside other calls lets them run first, and answers each", async () => {
    const both: ScriptStep = { toolCalls: [...(done.toolCalls ?? []), ...(plan("completed").toolCalls ?? [])] };
    const { stopReason, answers } = await runOf(both);
    expect([stopReason, answers]).toEqual(["done", ["All is done.", "1/1 done"]]);
  });

  it("does not end it for a call that is refused", async () => {
    const wrong: ScriptStep = { toolCalls: [{ name: "done", arguments: {} }] };
    const { stopReason, iterations } = await runOf(wrong, done);
    expect([stopReason, iterations]).toEqual(["done", 2]);
  });
});

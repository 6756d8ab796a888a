import { describe, expect, it } from "vitest";
import { z } from "zod";
import { scripted } from "../testing/index.ts";
import * as prompts from "./index.ts";

const { composeTools, runPrompt, StatefulPrompt, tool } = prompts;
const schema = z.object({ a: z.number() });
const add = tool("add", "Adds.", schema, () => 1);
const made = () => StatefulPrompt.create(scripted([{ text: "Hello." }]));

/** What a program without types reads where it gave the wrong thing. */
async function said(make: unknown, ...given: readonly unknown[]): Promise<string> {
  try {
    await Reflect.apply(Object(make), undefined, given);
    return "nothing";
  } catch (error) {
    return error instanceof TypeError ? error.message : `no TypeError: ${error}`;
  }
}

describe("what a prompt is given in place of a definition", () => {
  it.each<[name: string, make: unknown, given: readonly unknown[], message: string]>([
    ["schema", prompts.createCompositeSchema, [undefined], "The parts of createCompositeSchema must be an array: "],
    ["schema", prompts.createCompositeSchema, [{}], "The parts of createCompositeSchema must be an array: "],
    ["schema", prompts.createCompositeSchema, [[null]], "This is no tool: null."],
    ["described", prompts.buildEnhancedDescription, ["d", undefined], "What is described must be an array of parts"],
    ["described", prompts.buildEnhancedDescription, ["d", [{ name: "a" }]], "What is described must be an array of"],
    ["described", prompts.buildEnhancedDescription, [5, [add]], "The description of parts must be a string, got 5."],
    ["described", prompts.buildEnhancedDescription, ["d", [add], null], "What a part is called must be a string, got"],
    ["composite", composeTools, [Symbol("a"), "d", [add]], "The name of a composite tool must be a string, got Sym"],
    ["composite", composeTools, ["n", {}, [add]], "The description of composite tool n must be a string, got {}."],
    ["composite", composeTools, ["n", "d", [add], 5], "The last argument of composite tool n must be an object"],
    ["composite", composeTools, ["n", "d", [add], null], "The last argument of composite tool n must be an object"],
    [
      "collection",
      prompts.createCollection,
      [5],
      "The items of createCollection must be an array, or another iterable",
    ],
    ["proxy", prompts.createDefinitionProxy, [null], "createDefinitionProxy takes an object of options, got null."],
    ["proxy", prompts.createDefinitionProxy, [{ tag: "<a>" }], "createDefinitionProxy: type is missing; it must be a"],
    [
      "define",
      made().define,
      ["x"],
      'The prompt function must be a function: (prompt) => { prompt.$`Hello.` }, got "x".',
    ],
    ["runPrompt", runPrompt, [null, { model: scripted([]) }], "The prompt function must be a function: "],
    ["runPrompt", runPrompt, [() => {}], "The second argument of runPrompt must be an object of options with a model"],
    ["def", made().def, [Symbol("a"), "x"], "The name Symbol(a) cannot be a tag: "],
    ["def", made().def, [undefined, "x"], "The name undefined cannot be a tag: "],
    ["def", made().def, ["user", undefined], "The text of user must be a string, got undefined."],
    ["def", made().def, ["user", {}], "The text of user must be a string, got {}."],
    ["def", made().def, ["user", Promise.resolve("x")], "The text of user must be a string, got a Promise."],
    ["defSystem", made().defSystem, ["role", null], "The text of role must be a string, got null."],
    ["defSystem", made().defSystem, ["role", ["a", "b"]], "The text of role must be a string, got an array of 2."],
    [
      "defMessage",
      made().defMessage,
      ["system", "x"],
      'The role of a message must be "user" or "assistant"; defSystem(',
    ],
    ["defState", made().defState, [undefined, 1], "The name of a state must be a string, got undefined."],
    ["defEffect", made().defEffect, [() => {}, "abc"], 'What an effect depends on must be an array, got "abc".'],
    ["defEffect", made().defEffect, [() => {}, [], 5], "The key of an effect must be a string, got 5."],
    ["defAgent", made().defAgent, ["a", "d", schema, "x"], 'Agent "a" has no execute function.'],
    ["defAgent", made().defAgent, ["a", "d", schema, () => {}, null], "The options of agent a must be an object"],
    ["defAgent", made().defAgent, ["a", "d", schema, () => {}, 5], "The options of agent a must be an object, got 5."],
    ["defAgent", made().defAgent, ["a", "d", [null]], "A sub-agent must be an agent: agent(name, description, schema"],
    ["defAgent", made().defAgent, ["a", "d", [add]], "nothing"],
    ["hooks", prompts.executeWithCallbacks, ["x", {}, {}], "execute of executeWithCallbacks must be a function, got"],
    ["hooks", prompts.executeWithCallbacks, [() => 1, {}, {}, "x"], "The callbacks of executeWithCallbacks must be an"],
    ["hooks", prompts.executeWithCallbacks, [() => 1, {}, {}, { onSuccess: 5 }], "onSuccess of executeWithCallbacks"],
    ["hooks", prompts.executeWithCallbacks, [() => 1, {}, {}, {}, 5], "formatOutput of executeWithCallbacks must be a"],
  ])("is told in a sentence: %s %#", async (_name, make, given, message) => {
    const read = await said(make, ...given);
    expect(read.slice(0, message.length)).toBe(message);
  });

  it("is no mistake where it reads as a text", async () => {
    const prompt = made();
    for (const text of ["", 5, false, 7n, prompt.def("a", "x"), new URL("http://a/"), new Date(0)]) {
      expect(await said(prompt.def, "b", text)).toBe("nothing");
    }
  });

  it.each([
    [["bogus", []], 'What an effect changes must be "messages" or "tools" or "systems" or "variables", got "bogus".'],
    [["tools"], "The tools of a step must be an array of tools, or of their names: [{ name }], got undefined."],
    [
      ["tools", ["add"]],
      "The tools of a step must be an array of tools, or of their names: [{ name }], got an array of 1.",
    ],
    [["systems", 5], "The systems of a step must be an array of parts of the system text: [{ name }], got 5."],
    [
      ["variables", [{ name: "a" }]],
      "The variables of a step must be an array of variables: [{ type, name, value }], ",
    ],
    [["messages", [null]], "The messages of a step must be an array of messages: [{ role, content }], got an array"],
  ])("ends the run with a sentence where an effect changes %j", async (modification, message) => {
    const { result } = await runPrompt(
      (prompt) => {
        prompt.defEffect((_context, modify) => void Reflect.apply(modify, undefined, modification));
        prompt.$`Hello.`;
      },
      { model: scripted([{ text: "Hello." }]) },
    );
    const { stopReason, error } = await result.final;
    expect(stopReason).toBe("error");
    expect(error?.message).toContain(message);
  });
});

import { describe, expect, it } from "vitest";
import { run, user } from "../../test/looping.ts";
import { deferred, toolOf } from "../../test/making.ts";
import { WrittenModel, wait, watched } from "../../test/support.ts";
import type { LlmOptions } from "../index.ts";
import { promptHash, runToolLoop, silentResult, toolResult, userResult } from "../index.ts";

describe("llmOptions", () => {
  it("of any name reach the model as they were given", async () => {
    const llmOptions = {
      temperature: 0,
      top_p: 0.5,
      stop: ["END"],
      seed: 4,
      reasoning_effort: "low",
      mine: { a: [1] },
    };
    const { model } = await run([{ text: "x" }], { llmOptions, tools: [] });
    const { messages, ...options } = model.requests[0] ?? {};
    expect(options).toEqual(llmOptions);
  });

  it("take max_tokens for maxTokens, which comes first", async () => {
    const asked = async (llmOptions: LlmOptions) => (await run([], { llmOptions, tools: [] })).model.requests[0];
    expect(await asked({ max_tokens: 7 })).toEqual({ messages: user, maxTokens: 7 });
    expect(await asked({ max_tokens: 7, maxTokens: 5 })).toEqual({ messages: user, maxTokens: 5 });
  });

  it.each([
    ["temprature", "temperature"],
    ["maxToken", "maxTokens"],
    ["maxtokens", "maxTokens"],
    ["toolChoise", "toolChoice"],
  ])("misspelt as %s are refused, and those of other servers are not", async (name, meant) => {
    const { error, model } = await run([], { llmOptions: { [name]: 1 } });
    expect(error?.message).toContain(`there is no option "${name}"; did you mean ${meant}?`);
    expect(model.requests).toEqual([]);
    const others = { min_tokens: 1, tool_choice: "auto", top_k: 3, tokens: 1 };
    expect((await run([{ text: "x" }], { llmOptions: others })).stopReason).toBe("stop");
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])(
    "with a temperature of %s end the run: it would be sent as null",
    async (temperature) => {
      const { error, model } = await run([], { llmOptions: { temperature } });
      expect(error?.message).toBe(`llmOptions: temperature must be a number, got ${temperature}.`);
      expect(model.requests).toEqual([]);
    },
  );

  it.each(["messages", "tools", "signal"])("cannot hold %s: the run ends and says so", async (name) => {
    const { error, model } = await run([], { llmOptions: { [name]: [] } });
    expect(error?.message).toContain(`llmOptions.${name}`);
    expect(model.requests).toEqual([]);
  });

  it("count in the hash of a prompt", async () => {
    const asked = { model: "m", messages: user };
    const plain = await promptHash(asked);
    expect(await promptHash({ ...asked, top_p: undefined, signal: new AbortController().signal })).toBe(plain);
    expect(await promptHash({ ...asked, top_p: 0.5 })).not.toBe(plain);
    expect(await promptHash({ ...asked, max_tokens: 5 })).toBe(await promptHash({ ...asked, maxTokens: 5 }));
  });
});

describe("onUserMessage", () => {
  const slow = toolOf("slow", () => wait(20).then(() => userResult("first")), { effects: "read" });
  const quick = toolOf("quick", () => userResult("second"), { effects: "read" });
  const quiet = toolOf("quiet", () => ({ ...silentResult("x"), forUser: "never" }), { effects: "read" });
  const none = toolOf("none", () => toolResult("x"), { effects: "read" });
  const tools = [slow, quick, quiet, none];
  const answers = [{ calls: tools.map(({ name }) => ({ name })) }, { text: "end" }];

  it.each([
    ["with a stream", watched().activity],
    ["without one", undefined],
  ])("hears what tools say, in call order, before the model (%s)", async (_, activity) => {
    const heard: string[] = [];
    const model = new WrittenModel((request) => {
      if (request === 1) heard.push("asked again");
      return answers[request] ?? {};
    });
    const config = {
      model,
      tools,
      ...(activity && { activity }),
      onUserMessage: ({ text }: { text: string }) => void heard.push(text),
    };
    await runToolLoop(config, user);
    expect(heard).toEqual(["first", "second", "asked again"]);
  });

  it("hears nothing of other runs on its stream, and nothing once its run is over", async () => {
    const { activity } = watched();
    const heard: string[] = [];
    const listening = { activity, tools, onUserMessage: ({ text }: { text: string }) => void heard.push(text) };
    await Promise.all([run(answers, listening), run(answers, { activity, tools })]);
    expect(heard).toEqual(["first", "second"]);
    await run(answers, { activity, tools });
    expect(heard).toHaveLength(2);
  });

  it("hears what background work of its run says after the run, and then nothing more", async () => {
    const { activity } = watched();
    const [mine, other] = [deferred<void>(), deferred<void>()];
    const later = (name: string, until: Promise<void>, deliver: "user" | "model" = "user") =>
      toolOf(name, (_, { background }) => {
        background(() => until.then(() => userResult(`${name} is done`)), { deliver });
        return "started";
      });
    const heard: string[] = [];
    const onUserMessage = ({ text }: { text: string }) => void heard.push(text);
    const both = [later("one", mine.promise), later("two", mine.promise), later("hushed", mine.promise, "model")];
    await run([{ calls: both.map(({ name }) => ({ name })) }], { activity, tools: both, onUserMessage });
    await run([{ calls: [{ name: "three" }] }], { activity, tools: [later("three", other.promise)] });
    expect(heard).toEqual([]);
    other.resolve();
    mine.resolve();
    await expect.poll(() => heard.toSorted()).toEqual(["one is done", "two is done"]);
    await run(answers, { activity, tools });
    expect(heard).toHaveLength(2);
  });
});

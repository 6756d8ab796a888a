import { expect, it } from "vitest";
import { run } from "../../test/looping.ts";
import { toolOf } from "../../test/making.ts";

const resolving = async (key: object) => {
  const tool = toolOf("a", (_, ctx) => ctx.resolve(Object(key)));
  const { messages } = await run([{ calls: [{ name: "a" }] }], { tools: [tool] });
  return String(messages.find(({ role }) => role === "tool")?.content);
};

it.each([
  [{ id: "db" }, "The dependency db cannot be made: its key has no function create, as in"],
  [
    { id: "db", create: () => 1, scope: "singleton" },
    'must be one of "call", "run", "conversation", "process", got "singleton". Here it is called "process".',
  ],
  [{ id: "db", create: () => 1, scope: "always" }, 'got "always".'],
])("%j is no key, and the tool is told why", async (key, sentence) => {
  expect(await resolving(key)).toContain(sentence);
});

it("a key is one without a function where something stands in its place", async () => {
  const tool = toolOf("a", async (_, ctx) => String(await ctx.resolve(Object({ id: "db" }))));
  const overrides = new Map([["db", () => "fake"]]);
  const { messages } = await run([{ calls: [{ name: "a" }] }], { tools: [tool], overrides });
  expect(messages.find(({ role }) => role === "tool")?.content).toBe("fake");
});

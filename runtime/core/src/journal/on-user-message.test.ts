import { expect, it, vi } from "vitest";
import { runnerOf, toolOf } from "../../test/making.ts";
import { wait } from "../../test/support.ts";
import { errorResult, silentResult, toolResult, userResult } from "../result/result-helpers.ts";
import { onUserMessage } from "./on-user-message.ts";

const listening = (tools: Parameters<typeof runnerOf>[0]) => {
  const { runner, activity } = runnerOf(tools);
  const heard: string[] = [];
  const end = onUserMessage(activity, ({ text, toolName }) => heard.push(`${toolName}: ${text}`));
  return { runner, heard, end };
};

const say = toolOf(
  "say",
  async (input) => {
    const { after, text } = Object(input);
    await wait(after);
    return userResult(text);
  },
  { effects: { kind: "read", volatile: true } },
);

it("hears in call order, also when the second call ends first", async () => {
  const { runner, heard, end } = listening([say]);
  await runner.execAll([
    { name: "say", arguments: { after: 30, text: "one" } },
    { name: "say", arguments: { after: 0, text: "two" } },
    { name: "say", arguments: { after: 10, text: "three" } },
  ]);
  expect(heard).toEqual(["say: one", "say: two", "say: three"]);
  end();
  await runner.exec({ name: "say", arguments: { after: 0, text: "four" } });
  expect(heard).toHaveLength(3);
});

it("is not told what is silent or empty; a failure that is shown, is shown", async () => {
  const results = {
    plain: toolResult("x"),
    silent: silentResult("x"),
    hushed: { ...userResult("x"), silent: true },
    failed: errorResult("x"),
    empty: userResult(""),
    shown: { ...userResult("Sorry"), isError: true },
  };
  const { runner, heard } = listening(Object.entries(results).map(([name, result]) => toolOf(name, () => result)));
  for (const name of Object.keys(results)) await runner.exec({ name, arguments: {} });
  await runner.exec({ name: "nobody", arguments: {} });
  expect(heard).toEqual(["shown: Sorry"]);
});

it("hears of background results for the user, not of those for the model alone", async () => {
  const later = toolOf("later", (input, ctx) => {
    const { deliver } = Object(input);
    ctx.background(async () => userResult(`for ${deliver}`), { deliver });
    return "started";
  });
  const { runner, heard } = listening([later]);
  for (const deliver of ["user", "model", "both"]) await runner.exec({ name: "later", arguments: { deliver } });
  await expect.poll(() => heard.sort()).toEqual(["later: for both", "later: for user"]);
});

it("a call inside another is heard after what it is part of, before what comes next", async () => {
  const outer = toolOf("outer", async (_, ctx) => {
    await ctx.call("say", { after: 5, text: "inside" });
    return userResult("outside");
  });
  const { runner, heard } = listening([outer, say]);
  await runner.execAll([
    { name: "outer", arguments: {} },
    { name: "say", arguments: { after: 0, text: "next" } },
  ]);
  expect(heard).toEqual(["outer: outside", "say: inside", "say: next"]);
});

it.each(["throws", "rejects"])("a listener that %s loses no message that comes after, and is reported", async (how) => {
  const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { runner, activity } = runnerOf([say]);
  const heard: string[] = [];
  onUserMessage(activity, ({ text }) => {
    heard.push(text);
    if (how === "rejects") return Promise.reject(new Error("no screen"));
    throw new Error("no screen");
  });
  await runner.execAll([
    { name: "say", arguments: { after: 10, text: "one" } },
    { name: "say", arguments: { after: 0, text: "two" } },
  ]);
  await wait(1);
  expect(heard).toEqual(["one", "two"]);
  expect(reported.mock.calls).toEqual(Array(2).fill(['A listener of user messages failed: "Error: no screen"']));
  reported.mockRestore();
});

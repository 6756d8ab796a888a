import { defineTool } from "@toolwright/core";
import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { mcpCaller } from "../src/server.ts";
import { callRaw, connect, serve } from "./support/serve.ts";

const sent: string[] = [];
beforeEach(() => {
  sent.length = 0;
});

const send = defineTool({
  name: "send",
  description: "Sends a mail.",
  input: { type: "object", properties: { to: { type: "string" } }, required: ["to"] },
  effects: "external",
  requiresConfirmation: true,
  execute: ({ to = "" }: { to?: string }) => {
    sent.push(to);
    return `sent to ${to}`;
  },
});
const sendTwice = defineTool({
  name: "send_twice",
  description: "Sends a mail, and once more.",
  input: send.definition.parameters,
  effects: "external",
  requiresConfirmation: true,
  execute: () => void sent.push("twice"),
});
/** Asks whether it may, then asks something itself. */
const sendSigned = defineTool({
  name: "send_signed",
  description: "Sends a mail with a name under it.",
  input: { type: "object" },
  effects: "external",
  requiresConfirmation: true,
  execute: async (_, ctx) => {
    const schema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
    const { content } = await (await ctx.resolve(mcpCaller)).elicit("name", { message: "Whose name?", schema });
    sent.push(String(content?.name));
    return "sent";
  },
});

const YES = { "toolwright/approval": { action: "accept", content: { allow: true } } };
const byName = { authenticate: (request: Request) => request.headers.get("x-name") ?? undefined };
const as = (name: string) => ({ headers: { "x-name": name } });

describe("a state that a client carries", () => {
  it("counts for nothing once a character of it is another, whichever", async () => {
    const { url } = await serve([send]);
    const { requestState } = await callRaw(url, "send", { arguments: { to: "ann" } });
    await fc.assert(
      fc.asyncProperty(fc.nat(requestState.length - 1), fc.constantFrom(..."Aa0_-."), async (at, character) => {
        fc.pre(requestState[at] !== character);
        const changed = requestState.slice(0, at) + character + requestState.slice(at + 1);
        const more = { arguments: { to: "ann" }, requestState: changed, inputResponses: YES };
        expect((await callRaw(url, "send", more)).error).toMatchObject({ code: -32_602 });
      }),
      { numRuns: 60 },
    );
    expect(sent).toEqual([]);
  });

  it("counts for its tool, its arguments and its owner alone, and once", async () => {
    const { url } = await serve([send, sendTwice], byName);
    const question = await callRaw(url, "send", { arguments: { to: "ann" } }, as("amy"));
    const answer = { requestState: question.requestState, inputResponses: YES };
    const others = [
      ["send", "eve", "amy"],
      ["send_twice", "ann", "amy"],
      ["send", "ann", "eve"],
    ] as const;
    for (const [tool, to, name] of others) {
      const { resultType } = await callRaw(url, tool, { arguments: { to }, ...answer }, as(name));
      expect(resultType).toBe("input_required");
    }
    expect(sent).toEqual([]);
    await Promise.all([1, 2, 3].map(() => callRaw(url, "send", { arguments: { to: "ann" }, ...answer }, as("amy"))));
    expect(sent).toEqual(["ann"]);
  });

  it("is too old after ten minutes", async () => {
    const { url } = await serve([send]);
    const { requestState } = await callRaw(url, "send", { arguments: { to: "ann" } });
    const now = Date.now();
    const clock = vi.spyOn(Date, "now").mockReturnValue(now + 10 * 60_000 + 1);
    const late = await callRaw(url, "send", { arguments: { to: "ann" }, requestState, inputResponses: YES });
    clock.mockRestore();
    expect([late.error?.code, sent]).toEqual([-32_602, []]);
  });

  it("carries the yes on to what the tool itself asks, and that, too, counts once", async () => {
    const { url } = await serve([sendSigned]);
    const first = await callRaw(url, "send_signed");
    expect(Object.keys(first.inputRequests)).toEqual(["toolwright/approval"]);
    const second = await callRaw(url, "send_signed", { requestState: first.requestState, inputResponses: YES });
    expect(Object.keys(second.inputRequests)).toEqual(["name"]);
    const answer = { name: { action: "accept", content: { name: "Ann" } } };
    const last = { requestState: second.requestState, inputResponses: answer };
    expect((await callRaw(url, "send_signed", last)).content).toEqual([{ type: "text", text: "sent" }]);
    expect((await callRaw(url, "send_signed", last)).resultType).toBe("input_required");
    expect(sent).toEqual(["Ann"]);
  });
});

describe.each(["auto", "legacy"] as const)("a person at a client of the official SDK (%s)", (mode) => {
  it("is asked in words, and a yes runs the call", async () => {
    const asked: string[] = [];
    const answer = (message: string) => {
      asked.push(message);
      return { action: "accept", content: { allow: true } };
    };
    const client = await connect((await serve([send])).url, { mode, answer });
    expect((await client.callTool({ name: "send", arguments: { to: "ann" } })).content).toEqual([
      { type: "text", text: "sent to ann" },
    ]);
    expect([asked, sent]).toEqual([[expect.stringContaining('"to": "ann"')], ["ann"]]);
  });

  it("that says no, or nothing, keeps it from running", async () => {
    for (const said of [{ action: "accept", content: { allow: false } }, { action: "decline" }, { action: "cancel" }]) {
      const client = await connect((await serve([send])).url, { mode, answer: () => said });
      expect((await client.callTool({ name: "send", arguments: { to: "ann" } })).isError).toBe(true);
    }
    expect(sent).toEqual([]);
  });

  it("that nobody can reach is told of, and how the call could be allowed", async () => {
    const client = await connect((await serve([send])).url, { mode });
    const { content } = await client.callTool({ name: "send", arguments: { to: "ann" } });
    expect(JSON.stringify(content)).toContain("this client cannot ask anybody. Allow it with a rule on the server");
    expect(sent).toEqual([]);
  });
});

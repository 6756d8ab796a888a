import { createCodeMode } from "@toolwright/code-mode";
import { askForWrites, defineTool } from "@toolwright/core";
import { beforeEach, describe, expect, it } from "vitest";
import { mcpCaller } from "../src/server.ts";
import { callRaw, connect, serve, silent } from "./support/serve.ts";

const did: string[] = [];
beforeEach(() => {
  did.length = 0;
});

const pay = defineTool({
  name: "pay",
  description: "Pays.",
  input: { type: "object", properties: { bill: { type: "number" } }, required: ["bill"] },
  effects: "external",
  execute: ({ bill = 0 }: { bill?: number }) => {
    did.push(`paid ${bill}`);
    return `paid ${bill}`;
  },
});
const log = defineTool({
  name: "log",
  description: "Notes.",
  input: { type: "object" },
  effects: "read",
  execute: () => String(did.push("noted")),
});
/** Asks the client's person itself. */
const survey = defineTool({
  name: "survey",
  description: "Asks.",
  input: { type: "object" },
  effects: "read",
  execute: async (_, ctx) => {
    const { action } = await (await ctx.resolve(mcpCaller)).elicit("x", { message: "?", schema: { type: "object" } });
    return action;
  },
});

const options = { runner: { policy: askForWrites } };
/** Calls another one itself. */
const settle = defineTool({
  name: "settle",
  description: "Pays all.",
  input: { type: "object" },
  effects: "read",
  execute: async (_, ctx) => {
    await ctx.call(log, {});
    return ctx.call(pay, { bill: 7 });
  },
});
const programs = () => serve([createCodeMode([pay, log, survey, settle]).tool], options);
const answers: boolean[] = [];
const asked: string[] = [];
beforeEach(() => {
  answers.length = asked.length = 0;
});
const answer = (message: string) => {
  asked.push(message);
  return { action: "accept", content: { allow: answers.shift() ?? true } };
};

const THREE = `
await tools.log({});
const paid = await Promise.all([1, 2].map((bill) => attempt(tools.pay({ bill }))));
const last = await tools.pay({ bill: 3 });
return [...paid.map(({ ok, value, error }) => ok ? value : error.message), last];`;

const REFUSED = "await tools.log({}); return (await attempt(tools.pay({ bill: 1 }))).error.message;";

describe.each(["auto", "legacy"] as const)("a program over MCP (%s)", (mode) => {
  it("asks the client's person about each call that may change something, and goes on where it was", async () => {
    answers.push(true, false, true);
    const client = await connect((await programs()).url, { mode, answer });
    const { content } = await client.callTool({ name: "run_code", arguments: { code: THREE } });

    expect(content).toEqual([{ type: "text", text: JSON.stringify(["paid 1", "The person said no.", "paid 3"]) }]);
    expect(did).toEqual(["noted", "paid 1", "paid 3"]);
    expect(asked[0]).toContain("Run run_code › pay?");
    expect(asked[0]).toContain("It is call 2 of the program, in line 3: const paid = await Promise.all(");
    expect(asked[1]).toContain('"bill": 2');
    expect(asked).toHaveLength(3);
  });

  it("shows no secret in the line of a call that it asks about", async () => {
    const value = "correct-horse-battery";
    const runner = { ...options.runner, secrets: [{ name: "vault", value }] };
    const client = await connect((await serve([createCodeMode([pay]).tool], { runner })).url, { mode, answer });
    await client.callTool({ name: "run_code", arguments: { code: `await tools.pay({ bill: "${value}".length });` } });

    expect(did).toEqual(["paid 21"]);
    expect(asked[0]).toContain("in line 1: await tools.pay({ bill: ");
    expect(asked[0]).not.toContain("correct");
  });

  it("asks about a call inside one of its calls as at that one", async () => {
    const client = await connect((await programs()).url, { mode, answer });
    const code = "await tools.log({}); await tools.log({});\nawait tools.settle({});";
    await client.callTool({ name: "run_code", arguments: { code } });

    expect(did.at(-1)).toBe("paid 7");
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain("It is call 3 of the program, in line 2: await tools.settle({});");
  });

  it("is told that nobody can be asked where the client cannot, and goes on", async () => {
    const client = await connect((await programs()).url, { mode });
    const { content } = await client.callTool({ name: "run_code", arguments: { code: REFUSED } });

    expect(JSON.stringify(content)).toContain("cannot ask anybody");
    expect(did).toEqual(["noted"]);
  });

  it("never begins anew for what a tool in it would ask", async () => {
    const client = await connect((await programs()).url, { mode, answer });
    const code = "await tools.log({}); return await tools.survey({});";
    const { content } = await client.callTool({ name: "run_code", arguments: { code } });

    expect([content, did, asked]).toEqual([[{ type: "text", text: "cancel" }], ["noted"], []]);
  });
});

describe("the answer to a program over MCP", () => {
  const YES = { action: "accept", content: { allow: true } };
  const given = { code: "return await tools.pay({ bill: 1 });" };

  it("counts once: a second one begins nothing, and says so", async () => {
    const { url } = await programs();
    const { requestState, inputRequests } = await callRaw(url, "run_code", { arguments: given });
    const more = { arguments: given, requestState, inputResponses: { "toolwright/approval/0": YES } };
    const ends = [await callRaw(url, "run_code", more), await callRaw(url, "run_code", more)];

    expect(Object.keys(inputRequests)).toEqual(["toolwright/approval/0"]);
    expect(ends.map(({ content }) => content[0].text)).toEqual(["paid 1", expect.stringContaining("outcome_unknown")]);
    expect(did).toEqual(["paid 1"]);
  });

  it("is asked for again where it is none, and counts for its program alone", async () => {
    const { url } = await programs();
    const { requestState } = await callRaw(url, "run_code", { arguments: given });
    const other = { arguments: { code: "return await tools.pay({ bill: 2 });" }, requestState };
    const wrong = await callRaw(url, "run_code", { ...other, inputResponses: { "toolwright/approval/0": YES } });
    const again = await callRaw(url, "run_code", { arguments: given, requestState, inputResponses: {} });

    expect([wrong.resultType, again.resultType]).toEqual(["input_required", "input_required"]);
    expect(did).toEqual([]);
  });

  it("is not waited for by a server that closes: its program is stopped", async () => {
    const ended: unknown[] = [];
    const logger = { ...silent, warn: (_: string, fields?: object) => ended.push(fields), error() {} };
    const runner = { ...options.runner, logger };
    const { url, server } = await serve([createCodeMode([pay, log]).tool], { runner });
    const code = "await attempt(tools.pay({ bill: 1 })); await tools.log({});";
    await callRaw(url, "run_code", { arguments: { code } });
    await server.close();

    await expect.poll(() => ended).toContainEqual(expect.objectContaining({ tool: "pay", code: "approval_denied" }));
    expect(did).toEqual([]);
  });
});

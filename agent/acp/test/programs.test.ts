import { rmSync } from "node:fs";
import { join } from "node:path";
import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { AcpHost } from "@toolwright/acp";
import { createCodeMode } from "@toolwright/code-mode";
import { defineTool } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { type Agent, createAgentServer } from "@toolwright/server";
import { openStore } from "@toolwright/store";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { quickFolder } from "../../store/test/quick-folder.ts";
import { type Editor, openEditor } from "./support/editor.ts";

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

const paid: string[] = [];
const pay = defineTool({
  name: "pay",
  description: "Pays.",
  input: z.object({ text: z.string() }),
  allowlist: "all",
  effects: "external",
  requiresConfirmation: true,
  execute: ({ text }) => `paid ${text}, number ${paid.push(text)}`,
});
const read = defineTool({
  name: "read",
  description: "Reads.",
  input: z.object({ file_paths: z.array(z.string()) }),
  allowlist: "all",
  effects: "read",
  execute: () => "a bill",
});

const CODE = `const bill = await tools.read({ file_paths: ["bill.txt"] });
console.log("read");
const first = await tools.pay({ text: "5" });
return [bill, first];`;

/** A host with a real server and a real store, whose model writes one program. */
function hostOfProgram(code = CODE): AcpHost {
  const directory = quickFolder("acp-");
  const store = openStore({ file: join(directory, "store.sqlite") });
  const steps = [{ toolCalls: [{ id: "p", name: "run_code", arguments: { code } }] }, { text: "It is paid." }];
  const model = scripted(steps, { name: "one" });
  const tools = [createCodeMode([pay, read]).tool];
  const agent: Agent = { model: "one", tools, config: () => ({ model, tools, logger: QUIET }) };
  const server = createAgentServer({ agent, store, token: "secret", logger: QUIET });
  onTestFinished(async () => {
    await server.close();
    store.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const open = async () => ({
    root: "/work",
    token: "secret",
    fetch: async (request: Request) => server.fetch(request),
  });
  return { version: "1.2.3", open };
}

async function begin(editor: Editor): Promise<string> {
  const { sessionId } = await editor.agent.request("session/new", { cwd: "/work", mcpServers: [] });
  return sessionId;
}

const PLACE = { cwd: "/work", mcpServers: [] };

const callsIn = (updates: readonly SessionUpdate[]) =>
  updates.flatMap((one) => (one.sessionUpdate === "tool_call" ? [one] : []));

it("shows the calls of a program as calls of their own, asks about each with its place, and shows the same again", async () => {
  const host = hostOfProgram();
  const editor = await openEditor(host);
  const sessionId = await begin(editor);
  await editor.agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "pay" }] });

  const told = callsIn(editor.updates).map(({ toolCallId, title, _meta }) => [toolCallId, title, _meta]);
  expect(told).toEqual([
    ["p", "run_code", undefined],
    ["p/0", "run_code › Read", { toolwright: { parentId: "p" } }],
    ["p/1", "run_code › pay", { toolwright: { parentId: "p" } }],
  ]);
  expect(paid).toEqual(["5"]);

  const [question, ...others] = editor.questions;
  expect(others).toEqual([]);
  expect(question?.toolCall).toMatchObject({
    toolCallId: "p/1",
    title: "run_code › pay",
    _meta: { toolwright: { parentId: "p" } },
  });
  const shown = JSON.stringify(question?.toolCall.content);
  expect(shown).toContain("call 2, line 3 of the program");
  expect(shown).toContain("Ran so far: read ok");
  expect(shown).toContain('> 3  const first = await tools.pay({ text: \\"5\\" });');
  expect(shown).toContain("  4  return [bill, first];");

  const updates = editor.updates.filter((one) => one.sessionUpdate === "tool_call_update");
  const ended = updates.findLast(({ toolCallId }) => toolCallId === "p");
  expect(JSON.stringify(ended?.content)).toMatch(/```js\\nconst bill = .*paid 5/);
  expect(updates.filter(({ title }) => title === "run_code › Read bill.txt")).toHaveLength(1);

  const again = await openEditor(host);
  await again.agent.request("session/load", { ...PLACE, sessionId });
  expect(callsIn(again.updates).map(({ title }) => title)).toEqual([
    "run_code",
    "run_code › Read bill.txt",
    "run_code › pay",
  ]);
  expect(JSON.stringify(callsIn(again.updates)[0]?.content)).toMatch(/```js\\nconst bill = .*paid 5/);
});

it("lets one answer allow more calls of the program by the same tool", async () => {
  paid.length = 0;
  const code = 'for (let n = 0; n < 5; n++) await tools.pay({ text: "bill " + n }); return "all";';
  const editor = await openEditor(hostOfProgram(code), { answer: () => "program" });
  const sessionId = await begin(editor);
  await editor.agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "pay" }] });

  expect(paid).toHaveLength(5);
  expect(editor.questions).toHaveLength(1);
  expect(editor.questions[0]?.options.map(({ name }) => name)).toContain("Yes, and 20 more of pay in this program");
});

import { createCodeMode } from "@toolwright/code-mode";
import { askForWrites, defineTool, type JsonObject } from "@toolwright/core";
import { createResponsesModel } from "@toolwright/models";
import { expect, it } from "vitest";
import { checkResponsesInput, responseOf, said, startWire } from "../../../../runtime/code-mode/test/hosted-wire.ts";
import { freshFile } from "../../test/making.ts";
import { openStore } from "../index.ts";

const PROGRAM = '{"id":"cm_1", "type":"program","call_id":"prog_1","code":"…","fingerprint":"gAAAAAB\\u003d"}';
const CALLER = { type: "program", caller_id: "prog_1" };
const OUTPUT = '{"id":"cmo_1","type":"program_output","status":"completed","call_id":"prog_1","result":"done"}';
const conversation = { channel: "web", chatId: "1" };

const called = (call_id: string, name: string, bill: number) =>
  JSON.stringify({
    ...{ id: `fc_${call_id}`, type: "function_call", status: "in_progress", call_id, name },
    ...{ arguments: JSON.stringify({ bill }), caller: CALLER },
  });

it("leaves a run whose provider's program waits for a person, and goes on in another process", async () => {
  const paid: number[] = [];
  const input = { type: "object", properties: { bill: { type: "number" } }, required: ["bill"] } as const;
  const pay = defineTool({
    name: "pay",
    description: "Pays a bill.",
    input,
    effects: "external",
    execute: ({ bill }: { bill: number }) => {
      paid.push(bill);
      return `paid ${bill}`;
    },
  });
  const look = defineTool({ name: "look", description: "Looks.", input, effects: "read", execute: () => "a bill" });
  const server = await startWire((received, place) => {
    checkResponsesInput(received);
    const first = [PROGRAM, called("c1", "look", 7), called("c2", "pay", 7)];
    return responseOf([first, [called("c3", "pay", 8)], [OUTPUT, said("Both are paid.")]][place] ?? []);
  });
  const file = freshFile();
  const config = () => {
    const model = createResponsesModel({ baseUrl: server.baseUrl, model: "gpt-5.6-sol" });
    const tools = createCodeMode([look, pay]).toolsFor(model);
    return { model, tools, policy: askForWrites, waiting: "return" as const };
  };
  const answer = async (toolCallId: string) => {
    const store = openStore({ file });
    const [asked, ...others] = await store.approvals.list({ conversation });
    expect([asked?.toolCallId, others]).toEqual([toolCallId, []]);
    store.decide(asked?.approvalId ?? "", { approve: true });
    const result = await store.resume(conversation, config());
    store.close();
    return result;
  };

  const first = openStore({ file });
  expect(await first.run(conversation, config(), "Pay the bills.")).toMatchObject({ stopReason: "waiting" });
  first.close();
  expect(paid).toEqual([]);
  // The program goes on, and its next call is asked about in the second process.
  expect(await answer("c2")).toMatchObject({ stopReason: "waiting" });
  expect(await answer("c3")).toMatchObject({ stopReason: "stop", content: "Both are paid." });
  expect(paid).toEqual([7, 8]);

  const items = (server.received.at(-1)?.body.input ?? []) as readonly JsonObject[];
  const types = "program function_call function_call function_call_output function_call_output function_call";
  expect(items.slice(1).map(({ type }) => type)).toEqual([...types.split(" "), "function_call_output"]);
  expect(server.received.at(-1)?.text).toContain(PROGRAM);
  const outputs = items.filter(({ type }) => type === "function_call_output");
  expect(outputs.map(({ output, caller }) => [JSON.parse(String(output)), caller])).toEqual([
    ["a bill", CALLER],
    ["paid 7", CALLER],
    ["paid 8", CALLER],
  ]);
});

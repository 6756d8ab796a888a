import { createCodeMode } from "@toolwright/code-mode";
import { ActivityStream, defineTool, type JournalEvent, MemoryJournal, runToolLoop } from "@toolwright/core";
import { createResponsesModel } from "@toolwright/models";
import { expect, it } from "vitest";
import { responseOf, said, startWire } from "../../../runtime/code-mode/test/hosted-wire.ts";
import { foldCalls, shownEvent } from "../src/index.ts";
import { programOf, programSource } from "../src/internal.ts";

const PROGRAM =
  '{"id":"cm_1","type":"program","call_id":"prog_1","code":"text(await tools.look({}))","fingerprint":"g"}';
const OUTPUT = '{"id":"cmo_1","type":"program_output","status":"completed","call_id":"prog_1","result":"done"}';
const called = (call_id: string) =>
  JSON.stringify({
    ...{ id: `fc_${call_id}`, type: "function_call", call_id, name: "look", arguments: "{}" },
    caller: { type: "program", caller_id: "prog_1" },
  });

it("shows a provider's program as a program, with its calls inside, also those of its next step", async () => {
  const look = defineTool({
    name: "look",
    description: "Looks.",
    input: { type: "object" },
    effects: "read",
    execute: () => "a",
  });
  const server = await startWire((_received, place) => {
    return responseOf([[PROGRAM, called("c1"), called("c2")], [called("c3")], [OUTPUT, said("Done.")]][place] ?? []);
  });
  const model = createResponsesModel({ baseUrl: server.baseUrl, model: "gpt-5.6-sol" });
  const journal = new MemoryJournal();
  const tools = createCodeMode([look]).toolsFor(model);
  const activity = new ActivityStream(journal);
  await runToolLoop({ model, tools, activity }, [{ role: "user", content: "Look." }]);
  const events: JournalEvent[] = [];
  for await (const event of journal.read()) events.push(event);

  for (const told of [events, events.map(shownEvent)]) {
    const calls = foldCalls(told);
    const inside = calls.map(({ toolCallId, parentId }) => [toolCallId, parentId] as const);
    expect(new Map(inside)).toEqual(
      new Map([
        ["prog_1", undefined],
        ["c1", "prog_1"],
        ["c2", "prog_1"],
        ["c3", "prog_1"],
      ]),
    );
    const program = programOf(calls, "prog_1");
    expect(program?.calls.map(({ toolCallId, number }) => `${toolCallId} ${number}`)).toEqual(["c1 1", "c2 2", "c3 3"]);
    const own = calls.find(({ toolCallId }) => toolCallId === "prog_1");
    expect(own).toMatchObject({ replays: true, result: "done", isError: false });
    expect(own && programSource(own)).toBe("text(await tools.look({}))");
  }
});

import { createCodeMode } from "@toolwright/code-mode";
import {
  ActivityStream,
  askForWrites,
  defineTool,
  type JournalEvent,
  MemoryJournal,
  runToolLoop,
} from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { describe, expect, it } from "vitest";
import { RunFold } from "../src/fold/run-fold.ts";
import { frameLine, parseFrame } from "../src/frames/frame.ts";
import { RunFrames } from "../src/frames/run-frames.ts";
import { foldCalls, shownEvent, type ThreadCall } from "../src/index.ts";
import {
  hasRunText,
  type ProgramCall,
  programOf,
  programQuestion,
  programWait,
  questionPlaceText,
  waitText,
} from "../src/internal.ts";

const list = defineTool({
  name: "list",
  description: "Lists the bills of a person.",
  input: { type: "object", properties: { person: { type: "string" } }, required: ["person"] },
  allowlist: "all",
  effects: "read",
  execute: ({ person }: { person: string }) => {
    if (person === "nobody") throw new Error("There is no such person.");
    return [`bill of ${person}`];
  },
});
const pay = defineTool({
  name: "pay",
  description: "Pays a bill.",
  input: { type: "object", properties: { bill: { type: "string" }, euros: { type: "number" } }, required: ["bill"] },
  allowlist: "all",
  effects: "external",
  execute: ({ bill }: { bill: string }) => `paid ${bill}`,
});

const SOURCE = `const people = ["ada", "ben"];
const lists = await Promise.all(people.map((person) => tools.list({ person })));
await attempt(tools.list({ person: "nobody" }));
console.log(lists.length);

return Promise.all(lists.flat().map((bill) =>
  tools.pay({ bill, euros: 5 })));`;

const { tool } = createCodeMode([list, pay]);

/** What was stored each time that a person was asked, and at the end; `refused`: the bill that a person says no to. */
async function played(source: string, refused = "") {
  const journal = new MemoryJournal();
  const activity = new ActivityStream(journal);
  const live: JournalEvent[] = [];
  activity.subscribe("*", (event) => void live.push(event));
  const asked: { toolCallId: string; events: readonly JournalEvent[] }[] = [];
  const script = [{ toolCalls: [{ id: "p", name: "run_code", arguments: { code: source } }] }, { text: "Done." }];
  await runToolLoop(
    {
      model: scripted(script),
      tools: [tool],
      policy: askForWrites,
      activity,
      approver: {
        async approve({ approvalId, toolCallId, arguments: { bill } }) {
          // All questions of the program are stored before one of them is answered.
          await new Promise((resolve) => setTimeout(resolve, 20));
          asked.push({ toolCallId, events: [...journal.events] });
          // A program that is refused one call ends, and what has not begun by then does not run.
          const isEnded = ({ type }: JournalEvent) => type === "tool_call_end";
          if (bill === refused) await expect.poll(() => journal.events.filter(isEnded)).toHaveLength(4);
          return bill === refused
            ? { approvalId, approve: false, reason: "Not this one." }
            : { approvalId, approve: true };
        },
      },
    },
    [{ role: "user", content: "Pay." }],
  );
  return { live, stored: [...journal.events], asked };
}

const outline = ({ toolName, number, line, about, state, code }: ProgramCall) =>
  `${number} ${toolName} (${about}) line ${line}: ${state}${code === undefined ? "" : ` ${code}`}`;

/** As a client of the server has them, which hears of all by lines of a stream. */
function overTheWire(events: readonly JournalEvent[]): readonly ThreadCall[] {
  const runId = events[0]?.runId ?? "";
  const frames = new RunFrames({ runId, after: 0 });
  const fold = new RunFold({ runId, createdAt: 0 });
  for (const event of events) tell(fold, frames, event);
  return fold.message().parts.filter((part) => part.type === "tool-call");
}

function tell(fold: RunFold, frames: RunFrames, event: JournalEvent): void {
  for (const frame of frames.add(event)) {
    const read = parseFrame(frameLine(frame).trimEnd());
    if (read !== undefined) fold.add(read, event.time);
  }
}

describe("the calls of a program", () => {
  it("are its tree, each with its number, its line, what it is about and how it ended", async () => {
    const { stored } = await played(SOURCE, "bill of ben");
    const program = programOf(foldCalls(stored), "p");
    expect(program).toMatchObject({ toolCallId: "p", toolName: "run_code", source: SOURCE });
    expect(program?.calls.map(outline)).toEqual([
      "1 list (ada) line 2: ok",
      "2 list (ben) line 2: ok",
      "3 list (nobody) line 3: failed execution_failed",
      "4 pay (bill: bill of ada, euros: 5) line 7: ok",
      "5 pay (bill: bill of ben, euros: 5) line 7: refused approval_denied",
    ]);
  });

  it("are the same from stored events, from live ones, from events as others may have them, and over the wire", async () => {
    const { live, stored } = await played(SOURCE);
    const program = programOf(foldCalls(stored), "p");
    expect(program?.calls).toHaveLength(5);
    expect(programOf(foldCalls(live), "p")).toEqual(program);
    expect(programOf(foldCalls(stored.map(shownEvent)), "p")).toEqual(program);
    expect(programOf(overTheWire(live), "p")).toEqual(program);
  });

  it("are told again, with their lines, to whoever takes up the stream while they are open", async () => {
    const { asked } = await played(SOURCE);
    const events = asked[0]?.events ?? [];
    const heard = events.length - 2;
    const runId = events[0]?.runId ?? "";
    const after = events[heard]?.seq ?? 0;
    const frames = new RunFrames({ runId, after });
    const fold = new RunFold({ runId, createdAt: 0 });
    for (const event of events.slice(0, heard + 1)) frames.remember(event);
    for (const event of events.slice(heard + 1)) tell(fold, frames, event);
    const calls = fold.message().parts.filter((part) => part.type === "tool-call");
    expect(calls).toMatchObject([
      { toolCallId: "p/4", parentId: "p", line: 7, approval: { askedAt: expect.any(Number) } },
    ]);
  });

  it("have the line of the model's own text, also where it stands between fences", async () => {
    const code = "```js\nawait tools.list({ person: 'ada' });\n```";
    const { stored } = await played(code);
    const program = programOf(foldCalls(stored), "p");
    expect(program?.calls.map(outline)).toEqual(["1 list (ada) line 2: ok"]);
  });
});

describe("a question from inside a program", () => {
  it("says which call it is, where it stands, how many others wait, and what has run", async () => {
    const { asked } = await played(SOURCE);
    const [first, second] = asked.map(({ toolCallId, events }) => programQuestion(foldCalls(events), toolCallId));
    expect(first).toEqual({
      programId: "p",
      number: 4,
      line: 7,
      around: [
        { number: 5, text: "" },
        { number: 6, text: "return Promise.all(lists.flat().map((bill) =>" },
        { number: 7, text: "  tools.pay({ bill, euros: 5 })));" },
      ],
      othersWait: 1,
      ran: [
        { toolName: "list", state: "ok", count: 2 },
        { toolName: "list", state: "failed", count: 1 },
      ],
    });
    expect(first && questionPlaceText(first)).toBe("call 4, line 7 of the program · 1 more question waits");
    expect(first && hasRunText(first)).toBe("Ran so far: list ×2 ok, list failed");
    const paid = { toolName: "pay", state: "ok", count: 1 };
    expect(second).toMatchObject({ number: 5, line: 7, othersWait: 0, ran: [...(first?.ran ?? []), paid] });
  });

  it("leaves the program waiting for a person, since the first of them was asked", async () => {
    const { asked, stored } = await played(SOURCE);
    const events = asked[0]?.events ?? [];
    const program = programOf(foldCalls(events), "p");
    const wait = program && programWait(program);
    const since = events.find(({ type }) => type === "approval_request")?.time;
    expect(wait).toEqual({ questions: 2, tools: ["pay"], since });
    expect(wait && waitText(wait, (time) => `#${time}`)).toBe(`It waits for 2 answers about pay, since #${since}`);
    expect(programWait(programOf(foldCalls(stored), "p") ?? { calls: [] })).toBe(undefined);
  });

  it("is none of a call that stands alone", async () => {
    const { stored } = await played(SOURCE);
    expect(programQuestion(foldCalls(stored), "p")).toBe(undefined);
    expect(programQuestion([], "p/0")).toBe(undefined);
  });
});

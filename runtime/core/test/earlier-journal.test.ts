import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ActivityStream, type JournalEvent, MemoryJournal, providerHistory, resumeToolLoop } from "../src/index.ts";
import { toolOf } from "./making.ts";
import { WrittenModel } from "./support.ts";

/** What version 0.1 wrote: a run that ended, and one that was broken off at a question. */
const file = join(import.meta.dirname, "fixtures/journal-0.1.jsonl");
const events: readonly JournalEvent[] = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const ended = events.filter(({ runId }) => runId === events[0]?.runId);

it("a journal of version 0.1 gives the history that it gave then", () => {
  const history = providerHistory(ended).map(
    ({ role, content }) => `${role} ${String(content).length} ${String(content).slice(0, 30)}`,
  );
  expect(history).toEqual([
    "user 14 What is there?",
    "assistant 6 First.",
    'tool 27 {"at":"shelf","seen":"tea"}',
    "tool 11 (no output)",
    `tool 10085 ${"line\n".repeat(6)}`,
    "tool 30 Error executing tool: it broke",
    "tool 113 Error [unknown_tool]: There is",
    "assistant 4 Tea.",
  ]);
});

it("a run of version 0.1 that was broken off at a question is resumed with the same question", async () => {
  const journal = new MemoryJournal();
  for (const event of events) await journal.append(event);
  const asked: string[] = [];
  const executed: string[] = [];
  const tool = (name: string) => {
    const execute = () => {
      executed.push(name);
      return `${name} done`;
    };
    return toolOf(name, execute, { requiresConfirmation: name === "pay" });
  };
  const { content, stopReason, messages } = await resumeToolLoop({
    model: new WrittenModel([{ text: "Paid." }]),
    tools: ["look", "pay"].map(tool),
    activity: new ActivityStream(journal),
    approver: {
      approve: async ({ approvalId }) => {
        asked.push(approvalId);
        return { approvalId, approve: true };
      },
    },
  });
  expect({ content, stopReason, asked, executed }).toEqual({
    content: "Paid.",
    stopReason: "stop",
    asked: ["KYfFiH3lJdElHGqC"],
    executed: ["pay"],
  });
  expect(messages.flatMap((one) => (one.role === "tool" ? [one.content] : []))).toEqual([
    '{"at":"floor","seen":"tea"}',
    "pay done",
  ]);
});

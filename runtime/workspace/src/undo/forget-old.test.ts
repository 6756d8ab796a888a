import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { CHAT, type UndoBench, undoBench } from "../../test/undo-bench.ts";
import { createChangeLog } from "./file-change-log.ts";
import { forgetOld } from "./forget-old.ts";
import { listTurns } from "./list-turns.ts";
import { undoChanges } from "./undo-changes.ts";
import { undoFolder } from "./undo-folder.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const START = new Date("2026-01-01T00:00:00Z");

let bench: UndoBench;

const chat = (chatId: string) => ({ channel: "test", chatId });
const incompressible = (bytes: number) => randomBytes(bytes).toString("latin1");

async function fill(names: readonly string[], bytes: number): Promise<void> {
  for (const name of names) {
    await bench.put(name, incompressible(bytes));
    await bench.change("run-1", { [name]: "small" }, { conversation: chat(name) });
  }
}

const turnsLeft = async () => (await listTurns(bench.workspace)).map(({ conversation }) => conversation.chatId);

describe("forgetOld", () => {
  it("forgets the oldest sessions beyond the size that may be kept, and not the one that is open", async () => {
    bench = await undoBench();
    await fill(["a", "b", "c"], 4_000);
    await forgetOld(bench.workspace, { now: START, keep: chat("c"), maxBytes: 13_000 });
    expect(await turnsLeft()).toEqual(["c", "b"]);
    await forgetOld(bench.workspace, { now: START, keep: chat("b"), maxBytes: 7_000 });
    expect(await turnsLeft()).toEqual(["c", "b"]);
    expect((await readdir(undoFolder(bench.workspace))).filter((name) => name.startsWith("session-"))).toHaveLength(2);
  });

  it("forgets sessions whose last change is too long ago", async () => {
    bench = await undoBench({ now: () => START });
    await fill(["a"], 10);
    const later = createChangeLog(bench.workspace, { now: () => new Date(START.getTime() + 31 * DAY_MS) });
    const author = { runId: "r", toolCallId: "c", toolName: "write", conversation: chat("b") };
    await later.record([{ path: bench.path("b"), before: undefined, after: new Uint8Array() }], author);
    expect(await turnsLeft()).toEqual(["b"]);
  });

  it("goes on counting where sessions were forgotten", async () => {
    bench = await undoBench();
    await fill(["a"], 10);
    await forgetOld(bench.workspace, { now: new Date(Date.now() + 40 * DAY_MS), keep: CHAT });
    await bench.change("run-2", { z: "z" });
    expect((await listTurns(bench.workspace)).map(({ turn }) => turn)).toEqual([2]);
  });

  it("drops the oldest contents of a session that is too large by itself, and undo says so", async () => {
    bench = await undoBench();
    for (const name of ["a", "b", "c"]) {
      await bench.put(name, incompressible(4_000));
      await bench.change(`run-${name}`, { [name]: "small" });
    }
    await forgetOld(bench.workspace, { now: START, keep: CHAT, maxBytes: 13_000 });
    expect((await undoChanges(bench.workspace, { last: 3 })).map(({ outcome }) => outcome.ok)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

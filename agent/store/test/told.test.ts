import { DatabaseSync } from "node:sqlite";
import type { Conversation } from "@toolwright/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { toldBy, type Way, wronglyTold } from "../../../runtime/core/test/told/told-by.ts";
import { WatchedJournal } from "../../../runtime/core/test/told/watched-journal.ts";
import { openStore, type SqliteStore } from "../src/index.ts";
import { expectRight, toldAnywhere } from "./contract/told.ts";
import { alice, freshFile, freshStore } from "./making.ts";

const WAYS: readonly Way[] = ["runToolLoop", "resumeToolLoop", "execAll"];

describe("a run tells of no success that is not stored", () => {
  it.each(WAYS)("where its file is locked for longer than its store waits, at any event (%s)", async (way) => {
    const file = freshFile();
    const store = openStore({ file, busyTimeoutMs: 1 });
    const lock = new DatabaseSync(file);
    onTestFinished(() => {
      lock.close();
      store.close();
    });
    let isLocked = false;
    const unlock = () => {
      if (isLocked) lock.exec("ROLLBACK");
      isLocked = false;
    };
    const told = await toldAnywhere(way, store, async (conversation) => {
      unlock();
      if (way === "resumeToolLoop") await breakOff(store, conversation);
      const disturb = () => {
        lock.exec("BEGIN IMMEDIATE");
        isLocked = true;
      };
      return { journal: store.journal(conversation), disturb };
    });
    expectRight(told);
  });

  it("where its store is closed", async () => {
    for (const at of [1, 6, 11]) {
      const store = freshStore();
      const told = await toldBy(
        "runToolLoop",
        new WatchedJournal(store.journal(alice), { at, disturb: () => store.close() }),
      );
      expect(wronglyTold(told)).toEqual([]);
      expect(told.hasFailed).toBe(true);
    }
  });
});

/** A run whose process ended before its first call. */
async function breakOff(store: SqliteStore, conversation: Conversation): Promise<void> {
  const whole = new WatchedJournal(store.journal({ ...conversation, channel: "whole" }));
  await toldBy("runToolLoop", whole);
  const journal = store.journal(conversation);
  const end = whole.stored.findIndex(({ type }) => type === "tool_call_start");
  for (const event of whole.stored.slice(0, end)) await journal.append(event);
}

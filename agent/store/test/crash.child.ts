import { writeSync } from "node:fs";
import { ActivityStream, type Journal, type JournalEvent, runToolLoop } from "@toolwright/core";
import { openStore } from "../src/index.ts";
import { crashConfig } from "./crash-scene.ts";

// Run by the crash test as a process of its own: tells of every event before and after it is stored, and is killed.
const [file = "", log = "", seed = "0"] = process.argv.slice(2);
const conversation = { channel: "web", chatId: "alice" };
const store = openStore({ file });
const lease = store.leases.acquire(conversation);
const stored = store.journal(conversation, { lease });

class ToldJournal implements Journal {
  async append(event: JournalEvent): Promise<void> {
    writeSync(1, `storing ${JSON.stringify(event)}\n`);
    await stored.append(event);
    writeSync(1, `stored ${event.seq}\n`);
  }

  read(after?: number): AsyncIterable<JournalEvent> {
    return stored.read(after);
  }
}

const activity = new ActivityStream(new ToldJournal());
await runToolLoop({ ...crashConfig({ file, log, seed: Number(seed) }), activity }, [{ role: "user", content: "go" }]);
store.close();

import type { Conversation } from "@toolwright/core";
import type { McpStore } from "../store.port.ts";
import { isEnded, type TaskRecord, type TaskStore } from "./task-record.ts";

const CHANNEL = "mcp-task";
/** Characters of a record that stand with its thread; a longer one is kept as an output. */
const MAX_INLINE = 32 * 1024;
/** How often tasks are looked for whose time is over, in milliseconds. */
const SWEEP_EVERY_MS = 60 * 60 * 1_000;
const PAGE = 200;

/**
 * Tasks in a store, each a thread of its own: whoever has the store open can tell of them, and take up what a dead
 * process left.
 */
export class StoredTasks implements TaskStore {
  readonly isShared = true;
  readonly #store: McpStore;
  #sweptAt = 0;

  constructor(store: McpStore) {
    this.#store = store;
  }

  async save(record: TaskRecord): Promise<void> {
    const { threads, outputs } = this.#store;
    const place = placeOf(record.taskId);
    await threads.create({ ...place, title: record.tool });
    const text = JSON.stringify(record);
    const kept = text.length > MAX_INLINE ? { kept: (await outputs.save(text, place)).id } : { record: text };
    await threads.configure(place, { ...kept, until: isEnded(record) ? record.createdAt + record.ttlMs : 0 });
    if (Date.now() - this.#sweptAt > SWEEP_EVERY_MS) await this.#sweep();
  }

  async load(taskId: string): Promise<TaskRecord | undefined> {
    const place = placeOf(taskId);
    const settings = await this.#store.threads.settings(place);
    if (settings === undefined || isOver(settings.until)) return undefined;
    const { record, kept } = settings;
    if (typeof record === "string") return JSON.parse(record);
    return typeof kept === "string" ? this.#kept(kept, place) : undefined;
  }

  async hold(taskId: string): Promise<{ release(): unknown } | undefined> {
    return this.#store.leases.acquire(placeOf(taskId));
  }

  async #kept(id: string, place: Conversation): Promise<TaskRecord | undefined> {
    const lines = await this.#store.outputs.lines(id, place);
    if (lines === undefined) return undefined;
    const text: string[] = [];
    for await (const line of lines) text.push(line);
    return JSON.parse(text.join("\n"));
  }

  async #sweep(): Promise<void> {
    this.#sweptAt = Date.now();
    const { threads } = this.#store;
    let cursor: string | undefined;
    do {
      const page = await threads.list({ channel: CHANNEL, limit: PAGE, ...(cursor !== undefined && { cursor }) });
      for (const { conversation } of page.threads)
        if (isOver((await threads.settings(conversation))?.until)) await threads.delete(conversation);
      cursor = page.next;
    } while (cursor !== undefined);
  }
}

function placeOf(taskId: string): Conversation {
  return { channel: CHANNEL, chatId: taskId };
}

/** 0 stands with a task that has not ended. */
function isOver(until: unknown): boolean {
  return typeof until === "number" && until > 0 && until < Date.now();
}

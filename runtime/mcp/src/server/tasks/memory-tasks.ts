import { isEnded, type TaskRecord, type TaskStore } from "./task-record.ts";

const MAX_TASKS = 10_000;

/** Tasks that end with this process. */
export class MemoryTasks implements TaskStore {
  readonly isShared = false;
  readonly #held = new Set<string>();
  readonly #records = new Map<string, TaskRecord>();

  async save(record: TaskRecord): Promise<void> {
    if (!this.#records.has(record.taskId)) this.#makeRoom();
    this.#records.set(record.taskId, record);
  }

  async load(taskId: string): Promise<TaskRecord | undefined> {
    const record = this.#records.get(taskId);
    return record === undefined || isOver(record) ? undefined : record;
  }

  async hold(taskId: string): Promise<{ release(): void } | undefined> {
    if (this.#held.has(taskId)) return undefined;
    this.#held.add(taskId);
    return { release: () => void this.#held.delete(taskId) };
  }

  #makeRoom(): void {
    if (this.#records.size < MAX_TASKS) return;
    for (const record of this.#records.values())
      if (isEnded(record) && isOver(record)) this.#records.delete(record.taskId);
    if (this.#records.size >= MAX_TASKS) throw new Error("Too many tasks are kept already.");
  }
}

/** A task that still works is never forgotten. */
function isOver(record: TaskRecord): boolean {
  return isEnded(record) && record.createdAt + record.ttlMs < Date.now();
}

import { randomUUID } from "node:crypto";
import type { JsonObject } from "@toolwright/core";
import { isFields } from "@toolwright/core/internal";
import { type Asks, attempt, type Done } from "../calls/attempt.ts";
import type { CallServices } from "../calls/call-services.ts";
import { CallOverMcp } from "../calls/caller.ts";
import { contentOf } from "../calls/result-content.ts";
import { APPROVAL, approvalForm, type Round, saidYes } from "../calls/rounds.ts";
import type { Client } from "../mcp-server.port.ts";
import { createdTask, hasTasks, type TaskHandle } from "./task-extension.ts";
import { isEnded, type TaskRecord, type TaskStore } from "./task-record.ts";

/** A call whose work goes on. */
export interface LateWork {
  readonly shared: CallServices;
  readonly client: Client;
  readonly name: string;
  readonly args: JsonObject;
  readonly round: Round;
  readonly caller: CallOverMcp;
  readonly stop: AbortController;
  readonly late: Promise<Done | Asks>;
}

/** One run of a task's work, in this process. */
interface Work {
  readonly shared: CallServices;
  readonly caller: CallOverMcp;
  readonly stop: AbortController;
  readonly late: Promise<Done | Asks>;
  readonly hold: { release(): unknown } | undefined;
}

const DEFAULT_TTL_MS = 24 * 60 * 60 * 1_000;
/** How often a process looks whether another one has cancelled its task, in milliseconds. */
const LOOK_EVERY_MS = 1_000;
const LOST = "The server ended while this was running. What became of it is not known.";

/** Calls that go on as tasks: what is known of them is stored before a client hears of it. */
export class Tasks {
  readonly #store: TaskStore;
  readonly #ttlMs: number;
  readonly #running = new Map<string, AbortController>();
  readonly #following = new Set<Promise<void>>();
  #isClosed = false;

  constructor(store: TaskStore, ttlMs = DEFAULT_TTL_MS) {
    this.#store = store;
    this.#ttlMs = ttlMs;
  }

  /** Makes a task of work that goes on; undefined where the client has to wait for it. */
  async begin({ shared, client, name, args, round, ...work }: LateWork): Promise<TaskHandle | undefined> {
    if (!hasTasks(client)) return undefined;
    const now = Date.now();
    const record: TaskRecord = {
      ...{ taskId: randomUUID(), owner: client.owner, tool: name, args, capabilities: client.capabilities },
      ...{ status: "working", createdAt: now, updatedAt: now, ttlMs: this.#ttlMs, answers: round.answers },
      ...(round.approval !== undefined && { approval: round.approval }),
    };
    try {
      await this.#store.save(record);
      const hold = await this.#store.hold(record.taskId);
      this.#keep(this.#follow(record.taskId, { ...work, shared, hold }));
      return createdTask(record);
    } catch (error) {
      shared.logger.error("A task could not be stored; its client waits for it", { tool: name, error });
      return undefined;
    }
  }

  /**
   * How a task stands; undefined for one that this owner does not have. What a dead process left is taken up, or given
   * up.
   */
  async get(shared: CallServices, taskId: string, owner: string): Promise<TaskRecord | undefined> {
    const record = await this.#own(taskId, owner);
    if (record?.status !== "working" || this.#running.has(taskId)) return record;
    const hold = await this.#store.hold(taskId);
    if (hold === undefined) return record;
    // It may have ended between the two looks.
    const now = await this.#store.load(taskId);
    const isLost = now?.status === "working" && !this.#running.has(taskId);
    if (isLost && shared.registry.get(now.tool)?.effects.idempotent === true) {
      this.#run(shared, now, hold);
      return now;
    }
    const given = isLost ? await this.#change(now, { status: "failed", error: { code: -32_603, message: LOST } }) : now;
    await hold.release();
    return given;
  }

  /**
   * Takes answers to what a task asks; with the last one it begins anew. False for a task that this owner does not
   * have.
   */
  async update(shared: CallServices, { taskId, owner, given }: TaskAnswers): Promise<boolean> {
    const hold = await this.#holdSoon(taskId);
    const record = await this.#own(taskId, owner);
    const asks = record?.asks ?? {};
    const answers = Object.entries(given).filter(([name, answer]) => Object.hasOwn(asks, name) && isFields(answer));
    if (hold === undefined || record?.status !== "input_required" || answers.length === 0) {
      await hold?.release();
      return record !== undefined;
    }
    const open = Object.entries(asks).filter(([name]) => !answers.some(([answered]) => answered === name));
    const next = { ...record, answers: { ...record.answers, ...Object.fromEntries(answers) } };
    if (open.length > 0) {
      await this.#change(next, { asks: Object.fromEntries(open) });
      await hold.release();
      return true;
    }
    const { asks: _, approvalId, ...rest } = next;
    const approval = approvalId === undefined ? record.approval : await claimed(shared, next);
    const working = await this.#change({ ...rest, ...(approval !== undefined && { approval }) }, { status: "working" });
    this.#run(shared, working, hold);
    return true;
  }

  /** Ends a task; one that has ended stays as it is. False for a task that this owner does not have. */
  async cancel(taskId: string, owner: string): Promise<boolean> {
    const record = await this.#own(taskId, owner);
    if (record === undefined) return false;
    if (!isEnded(record)) await this.#change(record, { status: "cancelled" });
    this.#running.get(taskId)?.abort(new DOMException("The client has cancelled this task.", "AbortError"));
    return true;
  }

  /**
   * Stops the work that runs here, and says nothing of it: whoever has the store open next takes it up, or gives it up.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const stop of this.#running.values()) stop.abort(new DOMException("The server is closed.", "AbortError"));
    await Promise.all(this.#following);
  }

  /** Begins the call of a task anew, with what is known by now. */
  #run(shared: CallServices, record: TaskRecord, hold: { release(): unknown }): void {
    const { tool: name, args, owner, capabilities, answers, approval: answer, taskId } = record;
    const stop = new AbortController();
    const caller = new CallOverMcp({ sdk: shared.sdk, scrubber: shared.scrubber, capabilities, answers });
    const call = { shared, client: { owner, capabilities }, name, args, caller, answer, signal: stop.signal };
    const late = attempt(call).then((end) => (end.kind === "goes on" ? end.late : end));
    this.#keep(this.#follow(taskId, { shared, caller, stop, late, hold }));
  }

  #keep(following: Promise<void>): void {
    this.#following.add(following);
    void following.then(() => this.#following.delete(following));
  }

  async #follow(taskId: string, { shared, caller, stop, late, hold }: Work): Promise<void> {
    this.#running.set(taskId, stop);
    const looking = this.#store.isShared ? setInterval(() => void this.#look(taskId, stop), LOOK_EVERY_MS) : undefined;
    looking?.unref();
    try {
      const end = await late;
      if (this.#isClosed) return;
      const record = await this.#store.load(taskId);
      // Cancelled meanwhile: nobody wants to know.
      if (record?.status === "working") await this.#change(record, await outcomeOf(shared, { record, caller, end }));
    } catch (error) {
      shared.logger.error("What became of a task could not be stored", { taskId, error });
    } finally {
      clearInterval(looking);
      this.#running.delete(taskId);
      await letGo(hold);
    }
  }

  /** The right to a task, which another request may have for a moment. */
  async #holdSoon(taskId: string): Promise<{ release(): unknown } | undefined> {
    for (let tries = 0; tries < 50; tries += 1) {
      const hold = await this.#store.hold(taskId);
      if (hold !== undefined || this.#running.has(taskId)) return hold;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return undefined;
  }

  async #look(taskId: string, stop: AbortController): Promise<void> {
    const record = await this.#store.load(taskId).catch(() => undefined);
    if (record?.status === "cancelled")
      stop.abort(new DOMException("The client has cancelled this task.", "AbortError"));
  }

  async #own(taskId: string, owner: string): Promise<TaskRecord | undefined> {
    const record = await this.#store.load(taskId);
    return record?.owner === owner ? record : undefined;
  }

  async #change(record: TaskRecord, change: Partial<TaskRecord>): Promise<TaskRecord> {
    const changed = { ...record, ...change, updatedAt: Date.now() };
    await this.#store.save(changed);
    return changed;
  }
}

/** A store that cannot take the right back lets it run out. */
async function letGo(hold: { release(): unknown } | undefined): Promise<void> {
  try {
    await hold?.release();
  } catch {}
}

/** What a client answers to a task. */
export interface TaskAnswers {
  readonly taskId: string;
  readonly owner: string;
  readonly given: Readonly<Record<string, unknown>>;
}

interface TaskEnd {
  readonly record: TaskRecord;
  readonly caller: CallOverMcp;
  readonly end: Done | Asks;
}

/** A tool that broke its own word has failed; one that only says that something went wrong has completed. */
async function outcomeOf(shared: CallServices, { record, caller, end }: TaskEnd): Promise<Partial<TaskRecord>> {
  if (end.kind === "asks") return { status: "input_required", ...(await asksOf(shared, record, end)) };
  const { error } = end.settled.result;
  if (error !== undefined && BROKEN.has(error.code))
    return { status: "failed", error: { code: -32_603, message: `${error.code}: ${error.message}` } };
  return { status: "completed", result: contentOf(end.settled, { attached: caller.attached, shared }) };
}

const BROKEN: ReadonlySet<string> = new Set([
  "invalid_output",
  "not_serialisable",
  "redaction_failed",
  "output_too_large",
]);

async function asksOf(
  shared: CallServices,
  record: TaskRecord,
  { requests, approval }: Asks,
): Promise<Partial<TaskRecord>> {
  if (approval === undefined || record.approval !== undefined) return { asks: requests ?? {} };
  await shared.questions.open({ ...approval, owner: shared.ownerOf(record.owner) });
  const form = approvalForm(shared, record.tool, approval);
  return { asks: { ...requests, [APPROVAL]: form }, approvalId: approval.request.approvalId };
}

async function claimed(
  shared: CallServices,
  { approvalId = "", answers, owner }: TaskRecord,
): Promise<boolean | undefined> {
  const approve = saidYes(answers[APPROVAL]);
  if (approve === undefined) return undefined;
  return (await shared.questions.claim({ approvalId, approve }, shared.ownerOf(owner))) ? approve : undefined;
}

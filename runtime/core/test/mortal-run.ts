import { ActivityStream } from "../src/journal/activity-stream.ts";
import type { JournalEvent } from "../src/journal/event.ts";
import { MemoryJournal } from "../src/journal/memory-journal.ts";
import type { JsonObject } from "../src/json/json.ts";
import { resumeToolLoop } from "../src/loop/resume.ts";
import { runToolLoop } from "../src/loop/tool-loop.ts";
import type { Approver, askForWrites } from "../src/run/policy.ts";
import type { ToolContext } from "../src/tool/tool.ts";
import { toolOf } from "./making.ts";
import { WrittenModel } from "./support.ts";

/** What the tool `program` does, by calls of `look`, `save`, `ask`, `fail`, and of `both`, which saves and asks. */
export type Program = (ctx: ToolContext) => Promise<string>;

/** What people say to the n-th call; "late": nothing before the question expires. */
export type Answers = readonly ("yes" | "no" | "edit" | "more" | "late")[];

/** So many calls a "more" allows besides. */
const TIMES = 2;
/** Milliseconds until a question expires, where somebody is late. */
const EXPIRY_MS = 5;

/** One process after the other, all with one journal and one outside world. */
export class MortalRun {
  readonly journal = new MemoryJournal();
  /** How often each call took effect. */
  readonly effects = new Map<string, number>();
  readonly unasked: string[] = [];
  readonly #allowed = new Set<string>();
  readonly #program: Program;
  readonly #answers: Answers;
  /** Events are stored a while after they were given, in their order. */
  readonly #isSlow: boolean;
  #life = 0;

  constructor(program: Program, given: Answers, isSlow: boolean) {
    this.#isSlow = isSlow;
    this.#program = program;
    this.#answers = given;
  }

  get isDone(): boolean {
    return this.journal.events.some(({ type }) => type === "done");
  }

  /** What the program came to. */
  get said(): unknown {
    return this.journal.events.flatMap((event) =>
      event.type === "tool_call_end" && event.id === "p" ? [event.data.result.output] : [],
    );
  }

  /** Calls that took effect twice and may not. */
  get doubled(): readonly unknown[] {
    const isRepeatable = new Set(
      this.journal.events.flatMap((event) =>
        event.type === "tool_call_start" && event.data.toolName === "look" ? [event.data.toolCallId] : [],
      ),
    );
    return [...this.effects].filter(([key, count]) => count > 1 && !isRepeatable.has(key.slice(key.indexOf("/") + 1)));
  }

  /** Calls that have begun, and not ended. */
  get open(): readonly string[] {
    const open = new Set<string>();
    for (const { type, id } of this.journal.events) {
      if (type === "tool_call_start") open.add(id);
      if (type === "tool_call_end") open.delete(id);
    }
    return [...open];
  }

  /** By a person, or by an answer to another question: that is stored before the call takes effect. */
  #isAllowed(id: string): boolean {
    const isStored = this.journal.events.some(
      ({ type, data }) => type === "approval_decision" && data.toolCallId === id && data.allowedBy !== undefined,
    );
    return isStored || this.#allowed.has(id);
  }

  /**
   * Answers that let more calls run than they say, or none of theirs; and people who were asked in spite of one that
   * was left for the call: whatever else is asked about by then has taken one before it.
   */
  get miscounted(): readonly string[] {
    const left = new Map<string, { times: number; readonly parent: string; readonly calls: Set<string> }>();
    const heldBack = new Map<string, number>();
    /** The questions that wait, and the calls around theirs: an answer counts for calls inside the same one. */
    const waiting = new Map<string, string>();
    const wrong: string[] = [];
    for (const { type, data } of this.journal.events) {
      if (type === "approval_request") {
        waiting.delete(data.approvalId);
        const parent = parentOf(data.toolCallId);
        const leftThen = [...left.values()].reduce((sum, one) => sum + (one.parent === parent ? one.times : 0), 0);
        const others = [...waiting.values()].filter((one) => one === parent).length;
        heldBack.set(data.approvalId, leftThen - others);
        waiting.set(data.approvalId, parent);
      }
      if (type === "approval_decision") waiting.delete(data.approvalId);
      if (type !== "approval_decision" || !data.approve || data.ignored !== undefined) continue;
      const { approvalId, toolCallId, allowedBy, more } = data;
      if (more !== undefined)
        left.set(approvalId, { times: more.times, parent: parentOf(toolCallId), calls: new Set() });
      if (allowedBy === undefined) {
        if ((heldBack.get(approvalId) ?? 0) > 0) wrong.push(`${toolCallId} was asked about needlessly`);
        continue;
      }
      const grant = left.get(allowedBy);
      if (grant === undefined || grant.calls.has(toolCallId)) wrong.push(`${toolCallId} was allowed by nobody`);
      else if (grant.times === 0) wrong.push(`${toolCallId} was one too many`);
      else {
        grant.times -= 1;
        grant.calls.add(toolCallId);
      }
    }
    return wrong;
  }

  /**
   * Runs until the end, or until so many events and effects more have come: from there on nothing of that process
   * happens.
   */
  async live(stepsLeft: number): Promise<void> {
    const life = ++this.#life;
    let left = stepsLeft;
    const isDead = () => left <= 0 || life !== this.#life;
    const forever = new Promise<never>(() => undefined);
    const store = (event: JournalEvent) => {
      if (isDead()) return forever;
      left -= 1;
      this.journal.append(JSON.parse(JSON.stringify(event)));
      return left <= 0 ? forever : undefined;
    };
    let last = Promise.resolve<void>(undefined);
    const journal = {
      keepsOrder: this.#isSlow,
      append: (event: JournalEvent) => {
        if (!this.#isSlow) return store(event);
        last = last.then(() => new Promise((resolve) => setTimeout(resolve, 1))).then(() => store(event));
        return last;
      },
      read: () => this.journal.read(),
    };
    let look: NodeJS.Timeout | undefined;
    const died = new Promise<void>((resolve) => {
      look = setInterval(() => isDead() && resolve(), 1);
    });
    const does =
      (name: string) =>
      async (input: unknown, { toolCallId, idempotencyKey }: ToolContext) => {
        await new Promise((resolve) => setTimeout(resolve, toolCallId.length % 3));
        if (isDead()) return forever;
        this.effects.set(idempotencyKey, (this.effects.get(idempotencyKey) ?? 0) + 1);
        if (name === "ask" && !this.#isAllowed(toolCallId)) this.unasked.push(toolCallId);
        left -= 1;
        if (isDead()) return forever;
        if (name === "fail") throw new Error("It failed.");
        return `${name} ${toolCallId} ${JSON.stringify(input)}`;
      };
    const [save, ask] = [
      toolOf("save", does("save"), { effects: "write" }),
      toolOf("ask", does("ask"), { effects: "external" }),
    ];
    const composite = { effects: "external", replays: true } as const;
    // The loop has it from the program alone.
    const both = toolOf("both", savesAndAsks, { ...composite, subTools: [save, ask] });
    const tools = [
      toolOf("look", does("look"), { effects: "read" }),
      toolOf("fail", does("fail"), { effects: "write" }),
      ...[save, ask],
      toolOf("program", (_, ctx) => this.#program(ctx), { ...composite, subTools: [both] }),
    ];
    const approver: Approver = {
      approve: async ({ approvalId, toolCallId, toolName }) => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        const said = this.#answers[Number(toolCallId.split("/")[1]) % this.#answers.length];
        if (said === "late") return forever;
        if (said !== "no" && !isDead()) this.#allowed.add(toolCallId);
        if (said === "no") return { approvalId, approve: false, reason: "Not that." };
        if (said === "more") return { approvalId, approve: true, more: { toolName, times: TIMES } };
        return said === "edit"
          ? { approvalId, approve: true, arguments: { edited: true } }
          : { approvalId, approve: true };
      },
    };
    const policy = {
      decide: (tool: Parameters<typeof askForWrites.decide>[0]) =>
        ({ verdict: tool.name === "ask" ? "ask" : "allow" }) as const,
    };
    const isAsked = () => this.journal.events.some(({ type }) => type === "assistant_message");
    const model = new WrittenModel(() =>
      isAsked() ? { text: "end" } : { calls: [{ id: "p", name: "program", args: {} }] },
    );
    const activity = new ActivityStream(journal);
    const expiry = this.#answers.includes("late") ? { approvalTimeoutMs: EXPIRY_MS } : {};
    const config = { model, tools, approver, policy, activity, logger: SILENT_LOG, ...expiry };
    const isOpen = this.journal.events.some(({ type }) => type === "run_start");
    const ran = isOpen ? resumeToolLoop(config) : runToolLoop(config, [{ role: "user", content: "go" }]);
    await Promise.race([ran, died]);
    clearInterval(look);
  }
}

function parentOf(toolCallId: string): string {
  return toolCallId.slice(0, toolCallId.lastIndexOf("/"));
}

async function savesAndAsks(input: JsonObject, { call }: ToolContext): Promise<string> {
  const saved = await call("save", { input });
  const asked = await call("ask", { after: saved.error?.code ?? "saved" });
  return JSON.stringify([saved, asked].map(({ output, error }) => error?.code ?? output));
}

const nothing = () => undefined;
const SILENT_LOG = { debug: nothing, info: nothing, warn: nothing, error: nothing };

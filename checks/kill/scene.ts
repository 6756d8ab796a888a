import { setTimeout as pause } from "node:timers/promises";
import {
  type Conversation,
  type DurableHandler,
  type DurableHost,
  defineTool,
  type Message,
  type ModelPort,
  type Tool,
} from "@toolwright/core";
import { openStore, type Store, StoreError } from "@toolwright/store";
import { createLocalHost } from "@toolwright/store/local-host";
import type { Notes } from "./notes.ts";
import { hasPrograms, programOf, programTool } from "./programs.ts";

/** Where turns are kept and carried, as one process reaches it. */
export interface Reached {
  /** A file for SQLite, or `postgres://…`. */
  readonly store: string;
  /** `restate://…`, or the file of a local host; empty where workers take runs up by their leases. */
  readonly engine: string;
}

export const CHANNEL = "kill";
/** Milliseconds that a lease stands which nobody renews. */
export const LEASE_MS = 1_500;
/** Milliseconds for which a locked database is asked again. */
const BUSY_MS = 20_000;
/** Steps of a turn that make calls; one more ends it. */
const STEPS = 3;
/** What each of them calls. */
const CALLS = ["look", "look", "send", "put"] as const;
/**
 * Of so many turns of a conversation the first one has an output that is kept elsewhere, and a call that waits for a
 * person.
 */
const WHOLE = 4;
const LONG = "x".repeat(40_000);

type Name = (typeof CALLS)[number] | "read" | typeof ASKED;
type Effects = NonNullable<Parameters<typeof defineTool>[0]["effects"]>;

/** What runs programs. */
export const PROGRAM = "run_code";

/** The call that ends its worker, where one does. */
export const POISONED = ".0.4.put";

/** What waits for a person. */
export const ASKED = "deploy";

/** What may not run twice. */
export const ONCE: ReadonlySet<string> = new Set<Name>(["send", ASKED]);

export async function openScene(store: string): Promise<Store> {
  if (!store.startsWith("postgres")) return openStore({ file: store, busyTimeoutMs: BUSY_MS });
  const { openPostgresStore } = await import("@toolwright/store/postgres");
  // A database that is killed over and over is away for longer than one that is restarted.
  return openPostgresStore({ url: store, retryMs: 60_000, statementTimeoutMs: 2_000, connectTimeoutMs: 2_000 });
}

/** `restate://…`, or the file of turns of this machine. */
export async function openHost(engine: string, handler?: DurableHandler): Promise<DurableHost> {
  const own = handler === undefined ? {} : { handler };
  if (!engine.startsWith("restate:")) return createLocalHost({ file: engine, ...own });
  const { createRestateHost } = await import("@toolwright/store/restate");
  return createRestateHost({ engine, application: "Kill", ...own });
}

/** A history takes a summary where an output was long. */
export const COMPACTION = { windowTokens: 4_000, keepTokens: 400 } as const;

/** Answers by what it is sent alone, so that every attempt gets the same, and notes which messages it has heard. */
export function modelOf(notes: Notes): ModelPort {
  return {
    name: "kill",
    completionStream({ messages, tools }) {
      const messageIds = messages.flatMap((message) => idIn(message));
      if (messageIds.length > 0) notes.add({ what: "heard", messageIds });
      // Only what is asked for a summary has no tools.
      const answer = tools === undefined ? SUMMARY : answerOf(...stepIn(messages));
      return { stream: nothing(), final: pause(5).then(() => answer) };
    },
  };
}

const SAID = "Said ";
const SUMMARY = {
  message: { role: "assistant", content: "All went well." },
  model: "kill",
  finishReason: "stop",
} as const;

/** Says something to the run of a conversation. Gives its id where it waits now. */
export async function say(store: Store, conversation: Conversation, messageId: string, notes: Notes): Promise<void> {
  const message = { role: "user", content: `${SAID}${messageId}` } as const;
  const said = await unlocked(() => store.steers.add(conversation, { messageId, message })).catch(unlessFull);
  if (said?.state === "waiting") notes.add({ what: "said", chatId: conversation.chatId, messageId });
}

/**
 * A run that rests, as one that is quarantined, hears nothing: where its queue is full by then, nothing more is said.
 */
function unlessFull(error: unknown): undefined {
  if (!StoreError.isInstance(error) || error.code !== "limit") throw error;
}

/**
 * A database that others keep locked for a moment refuses at once what would hold the process up: it is asked again.
 */
async function unlocked<T>(ask: () => T | Promise<T>): Promise<T> {
  for (const until = performance.now() + BUSY_MS; ; ) {
    try {
      return await ask();
    } catch (error) {
      if (!StoreError.isInstance(error) || error.code !== "busy" || performance.now() > until) throw error;
      await pause(20);
    }
  }
}

function idIn({ role, content }: Message): string[] {
  return role === "user" && typeof content === "string" && content.startsWith(SAID) ? [content.slice(SAID.length)] : [];
}

/** The turn and the step that is asked for: each answer names its own, as what stands before it may be gone. */
function stepIn(messages: readonly Message[]): readonly [turn: number, step: number] {
  const begun = messages.findLastIndex(({ role, content }) => role === "user" && /^Turn \d/.test(String(content)));
  const answered = messages.findLastIndex(({ role }) => role === "assistant");
  const [, turn, step = -1] = /(\d+)(?:\.(\d+))?$/.exec(String(messages[Math.max(begun, answered)]?.content)) ?? [];
  return [Number(turn), Number(step) + 1];
}

async function* nothing() {}

/** What a step of a turn calls; nothing where it ends. Turns count from 1. */
function callsOf(turn: number, step: number): readonly Name[] {
  if (step >= STEPS) return [];
  if (isProgram(step)) return [...CALLS, ASKED];
  if (turn % WHOLE !== 1 || step === 1) return CALLS;
  return step === 0 ? ["read", ...CALLS] : [...CALLS, ASKED];
}

/** Whether the calls of a step stand in a program. */
function isProgram(step: number): boolean {
  return step === 1 && hasPrograms();
}

/** How many calls a turn has; a program is one itself. */
export function callCount(turn: number): number {
  const counts = Array.from({ length: STEPS }, (_, step) => callsOf(turn, step).length + (isProgram(step) ? 1 : 0));
  return counts.reduce((sum, count) => sum + count, 0);
}

function answerOf(turn: number, step: number) {
  const usage = { inputTokens: 1, outputTokens: 1 };
  const calls = callsOf(turn, step);
  const message = { role: "assistant", content: `${calls.length > 0 ? "Step" : "Done"} ${turn}.${step}` } as const;
  if (calls.length === 0) return { message, model: "kill", finishReason: "stop", usage } as const;
  const asked = isProgram(step) ? [PROGRAM] : calls;
  const toolCalls = asked.map((name, place) => {
    const id = `${turn}.${step}.${place}.${name}`;
    const args = name === PROGRAM ? { code: programOf(calls) } : { id };
    return { id, type: "function", function: { name, arguments: JSON.stringify(args) } } as const;
  });
  return { message, model: "kill", finishReason: "tool_calls", toolCalls, usage } as const;
}

/**
 * Each notes that it begins and that it ends. The first look of every step has something said that the next one is to
 * hear.
 */
export function toolsOf(notes: Notes, store: Store, isPoisoned: (chatId: string) => boolean): Tool[] {
  const tool = (name: Name, effects: Effects, more: { requiresConfirmation?: true } = {}) =>
    defineTool({
      name,
      description: "",
      input: { type: "object" },
      effects,
      ...more,
      async execute(_, { toolCallId, conversation, runId = "" }) {
        const { chatId } = conversation;
        notes.add({ what: "begin", chatId, runId, toolCallId });
        if (toolCallId.endsWith(POISONED) && isPoisoned(chatId)) process.kill(process.pid, "SIGKILL");
        if (toolCallId.endsWith(".0.look")) await say(store, conversation, `${runId}/${toolCallId}`, notes);
        await pause(3);
        notes.add({ what: "end", chatId, runId, toolCallId });
        return name === "read" ? LONG : `${name} ran`;
      },
    });
  const tools = [
    tool("look", { kind: "read", volatile: true }),
    tool("read", { kind: "read", volatile: true }),
    tool("send", "external"),
    tool("put", { kind: "write", idempotent: true }),
    tool(ASKED, "external", { requiresConfirmation: true }),
  ];
  return hasPrograms() ? [...tools, programTool(tools)] : tools;
}

export function messagesOf(turn: number, history: readonly Message[] = []): readonly Message[] {
  return [...history, { role: "user", content: `Turn ${turn}` }];
}

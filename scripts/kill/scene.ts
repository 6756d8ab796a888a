import { setTimeout as pause } from "node:timers/promises";
import { defineTool, type Message, type ModelPort, type Tool } from "@toolwright/core";
import type { DurableHandler, DurableHost } from "@toolwright/core/types";
import { openStore, type Store } from "@toolwright/durable";
import { createLocalHost } from "@toolwright/durable/local-host";
import type { Notes } from "./notes.ts";

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
/** Steps of a turn that make calls; one more ends it. */
const STEPS = 3;
/** What each of them calls. */
const CALLS = ["look", "look", "send", "put"] as const;
/** Of so many turns of a conversation the first one has an output that is kept elsewhere, and a call that waits for a person. */
const WHOLE = 4;
const LONG = "x".repeat(40_000);

type Name = (typeof CALLS)[number] | "read" | "deploy";
type Effects = NonNullable<Parameters<typeof defineTool>[0]["effects"]>;

/** What may not run twice. */
export const ONCE: ReadonlySet<string> = new Set<Name>(["send", "deploy"]);

export async function openScene(store: string): Promise<Store> {
  if (!store.startsWith("postgres")) return openStore({ file: store, busyTimeoutMs: 20_000 });
  const { openPostgresStore } = await import("@toolwright/postgres");
  // A database that is killed over and over is away for longer than one that is restarted.
  return openPostgresStore({ url: store, retryMs: 60_000, statementTimeoutMs: 2_000, connectTimeoutMs: 2_000 });
}

/** `restate://…`, or the file of turns of this machine. */
export async function openHost(engine: string, handler?: DurableHandler): Promise<DurableHost> {
  const own = handler === undefined ? {} : { handler };
  if (!engine.startsWith("restate:")) return createLocalHost({ file: engine, ...own });
  const { createRestateHost } = await import("@toolwright/restate");
  return createRestateHost({ engine, application: "Kill", ...own });
}

/** Answers by what it is sent alone, so that every attempt gets the same. */
export const model: ModelPort = {
  name: "kill",
  completionStream({ messages }) {
    const turn = messages.filter(({ role }) => role === "user").length;
    const last = messages.findLastIndex(({ role }) => role === "user");
    const step = messages.slice(last).filter(({ role }) => role === "assistant").length;
    return { stream: nothing(), final: pause(5).then(() => answerOf(turn, step)) };
  },
};

async function* nothing() {}

/** What a step of a turn calls; nothing where it ends. Turns count from 1. */
function callsOf(turn: number, step: number): readonly Name[] {
  if (step >= STEPS) return [];
  if (turn % WHOLE !== 1 || step === 1) return CALLS;
  return step === 0 ? ["read", ...CALLS] : [...CALLS, "deploy"];
}

/** How many calls a turn has. */
export function callCount(turn: number): number {
  return Array.from({ length: STEPS }, (_, step) => callsOf(turn, step).length).reduce((sum, count) => sum + count, 0);
}

function answerOf(turn: number, step: number) {
  const usage = { inputTokens: 1, outputTokens: 1 };
  const calls = callsOf(turn, step);
  const message = { role: "assistant", content: calls.length > 0 ? "" : "Done." } as const;
  if (calls.length === 0) return { message, model: "kill", finishReason: "stop", usage } as const;
  const toolCalls = calls.map((name, place) => {
    const id = `${turn}.${step}.${place}.${name}`;
    return { id, type: "function", function: { name, arguments: JSON.stringify({ id }) } } as const;
  });
  return { message, model: "kill", finishReason: "tool_calls", toolCalls, usage } as const;
}

/** Each notes that it begins and that it ends. */
export function toolsOf(notes: Notes): Tool[] {
  const tool = (name: Name, effects: Effects, more: { requiresConfirmation?: true } = {}) =>
    defineTool({
      name,
      description: "",
      input: { type: "object" },
      effects,
      ...more,
      async execute(_, { toolCallId, conversation: { chatId }, runId = "" }) {
        notes.add({ what: "begin", chatId, runId, toolCallId });
        await pause(3);
        notes.add({ what: "end", chatId, runId, toolCallId });
        return name === "read" ? LONG : `${name} ran`;
      },
    });
  return [
    tool("look", { kind: "read", volatile: true }),
    tool("read", { kind: "read", volatile: true }),
    tool("send", "external"),
    tool("put", { kind: "write", idempotent: true }),
    tool("deploy", "external", { requiresConfirmation: true }),
  ];
}

export function messagesOf(turn: number, history: readonly Message[] = []): readonly Message[] {
  return [...history, { role: "user", content: `Turn ${turn}` }];
}

import { appendFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { defineTool, type Message, type ModelPort, type Tool } from "@toolwright/core";

type Effects = NonNullable<Parameters<typeof defineTool>[0]["effects"]>;

import type { DurableHandler, DurableHost } from "@toolwright/core/types";
import { openStore, type Store } from "@toolwright/durable";
import { createLocalHost } from "@toolwright/durable/local-host";

/** What is killed over and over: turns of a few conversations, on some workers. */
export interface Scene {
  /** A file for SQLite, or `postgres://…`. */
  readonly store: string;
  /** `restate://…`, or the file of a local host; empty where workers take runs up by their leases. */
  readonly engine: string;
  /** Where tools note what they did. */
  readonly effects: string;
  /** Where conversations and their turns are listed, for workers without an engine. */
  readonly conversations: readonly string[];
  readonly turns: number;
  /** The worker kills itself at its so many-th write to a journal: before it, or after it where that is odd. 0: never. */
  readonly dieAt: number;
}

export const CHANNEL = "kill";
/** Steps of a turn that make calls; one more ends it. */
export const STEPS = 3;
/** What each of them calls. */
const CALLS = ["look", "look", "send", "put"] as const;
export const CALLS_PER_TURN = STEPS * CALLS.length;

export async function openScene({ store }: Scene): Promise<Store> {
  if (!store.startsWith("postgres")) return openStore({ file: store });
  const { openPostgresStore } = await import("@toolwright/postgres");
  return openPostgresStore({ url: store });
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

function answerOf(turn: number, step: number) {
  const usage = { inputTokens: 1, outputTokens: 1 };
  const message = { role: "assistant", content: step < STEPS ? "" : "Done." } as const;
  if (step >= STEPS) return { message, model: "kill", finishReason: "stop", usage } as const;
  const toolCalls = CALLS.map((name, place) => {
    const id = `${turn}.${step}.${place}.${name}`;
    return { id, type: "function", function: { name, arguments: JSON.stringify({ id }) } } as const;
  });
  return { message, model: "kill", finishReason: "tool_calls", toolCalls, usage } as const;
}

/** A line when it begins and one when it ends: appended at once, so a kill loses none. */
export function toolsOf({ effects }: Scene): Tool[] {
  const tool = (name: string, kind: Effects) =>
    defineTool({
      name,
      description: "",
      input: { type: "object" },
      effects: kind,
      async execute(_, { toolCallId, conversation, runId }) {
        const line = JSON.stringify({ chatId: conversation.chatId, runId, toolCallId, name });
        appendFileSync(effects, `begin ${line}\n`);
        await pause(3);
        appendFileSync(effects, `end ${line}\n`);
        return `${name} ran`;
      },
    });
  return [
    tool("look", { kind: "read", volatile: true }),
    tool("send", "external"),
    tool("put", { kind: "write", idempotent: true }),
  ];
}

export function messagesOf(turn: number, history: readonly Message[] = []): readonly Message[] {
  return [...history, { role: "user", content: `Turn ${turn}` }];
}

import type { ProgramError, ProgramExecutor, ProgramSession, Turn } from "../program-executor.ts";
import { expectSame } from "./expect.ts";
import { openProgram, type ProgramSettings } from "./open-program.ts";

/** A program, what it is given, and what each of its turns comes to. */
export interface Script extends ProgramSettings {
  readonly name: string;
  /** The first one is the start; each other one settles a call. */
  readonly turns: readonly ScriptTurn[];
}

export interface ScriptTurn {
  readonly settle?: { call: number; value?: unknown; error?: ToolErrorFields; atMs?: number };
  /** Name, arguments, and the line where the executor is to know it. */
  readonly calls?: readonly (readonly [name: string, args: unknown, line?: number])[];
  readonly console?: readonly string[];
  readonly shown?: readonly unknown[];
  readonly returns?: unknown;
  /** The fields that are named are compared. */
  readonly throws?: Partial<ProgramError>;
}

export interface ToolErrorFields {
  readonly code: string;
  readonly message: string;
  readonly tool: string;
  readonly ran: "no" | "yes" | "unknown";
  readonly suggestion?: string;
}

/** Plays a script, and rejects at the first turn that comes to something else. */
export async function playScript(executor: ProgramExecutor, script: Script): Promise<void> {
  const session = await openProgram(executor, script);
  let asked = 0;
  try {
    for (const [at, expected] of script.turns.entries()) {
      const turn = await nextTurn(session, expected);
      compareTurn(`${script.name}, turn ${at}`, turn, expected, asked);
      asked += turn.calls.length;
    }
  } finally {
    await session.close();
  }
}

function nextTurn(session: ProgramSession, { settle }: ScriptTurn): Promise<Turn> {
  if (!settle) return session.start();
  const { call, value = null, error, atMs = 1_700_000_001_000 } = settle;
  return session.settle(call, { ok: !error, json: JSON.stringify(error ?? value) }, atMs);
}

function compareTurn(where: string, turn: Turn, expected: ScriptTurn, firstCall: number): void {
  expectSame(`${where}, failed`, turn.failed ?? null, null);
  const calls = turn.calls.map(({ name, json }) => [name, JSON.parse(json)]);
  expectSame(
    `${where}, calls`,
    calls,
    (expected.calls ?? []).map(([name, args]) => [name, args]),
  );
  for (const [at, { number, line }] of turn.calls.entries()) {
    expectSame(`${where}, number of a call`, number, firstCall + at);
    const meant = expected.calls?.[at]?.[2];
    if (line !== undefined && meant !== undefined) expectSame(`${where}, line of call ${number}`, line, meant);
  }
  const lines = turn.console.map(({ level, text }) => `${level}: ${text}`);
  expectSame(`${where}, console`, lines, expected.console ?? []);
  expectSame(
    `${where}, shown`,
    turn.shown.map((json) => JSON.parse(json)),
    expected.shown ?? [],
  );
  compareEnd(where, turn, expected);
}

function compareEnd(where: string, { ended }: Turn, { returns, throws }: ScriptTurn): void {
  const isEnd = returns !== undefined || throws !== undefined;
  expectSame(`${where}, ended`, ended?.ok ?? null, isEnd ? !throws : null);
  const value = JSON.parse(ended?.json ?? "null");
  if (returns !== undefined) expectSame(`${where}, returned`, value, returns);
  if (!throws) return;
  const named = Object.fromEntries(Object.keys(throws).map((key) => [key, value[key]]));
  expectSame(`${where}, thrown`, named, throws);
}

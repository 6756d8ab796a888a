import { isFields, textIn } from "../wire/fields.ts";
import { aboutText } from "./about-text.ts";
import { type CallFacts, codeOf, type ProgramCallState, stateOf } from "./call-facts.ts";

/** A program of a model, and the calls that it has made by now. */
export interface Program {
  readonly toolCallId: string;
  /** Of the tool that runs it. */
  readonly toolName: string;
  readonly source: string;
  /** In the order in which it asked for them. */
  readonly calls: readonly ProgramCall[];
}

/** A call inside a program. Times are milliseconds, since 1970 where they are no durations. */
export interface ProgramCall {
  readonly toolCallId: string;
  readonly toolName: string;
  /** Which call of the one around it this is, counted from 1. */
  readonly number: number;
  /** Where the program made it, counted from 1. */
  readonly line?: number;
  /** What it is about, on one line: what of its arguments says most. Not spelled out. */
  readonly about: string;
  readonly state: ProgramCallState;
  /** Of one that failed. */
  readonly code?: string;
  readonly startedAt: number;
  readonly durationMs?: number;
  /** When a person was asked about it, where one was. */
  readonly askedAt?: number;
  /** The calls inside it. */
  readonly calls: readonly ProgramCall[];
}

/** The source of a call that is a program; undefined for every other call. */
export function programSource({ replays, args }: Pick<CallFacts, "replays" | "args">): string | undefined {
  return replays === true && isFields(args) ? textIn(args, "code") : undefined;
}

/** A program among calls, which are in the order of their beginnings; undefined where the call is none. */
export function programOf(calls: Iterable<CallFacts>, toolCallId: string): Program | undefined {
  return new Programs(calls).program(toolCallId);
}

/** Calls in each other that are shown. */
const DEEPEST = 16;

/** The programs among calls, which are in the order of their beginnings. Each call is looked at once. */
export class Programs {
  readonly #calls = new Map<string, CallFacts>();
  readonly #inside = new Map<string, CallFacts[]>();

  constructor(calls: Iterable<CallFacts>) {
    for (const call of calls) {
      const { toolCallId, parentId } = call;
      this.#calls.set(toolCallId, call);
      if (parentId === undefined) continue;
      const siblings = this.#inside.get(parentId);
      if (siblings === undefined) this.#inside.set(parentId, [call]);
      else siblings.push(call);
    }
  }

  program(toolCallId: string): Program | undefined {
    const call = this.#calls.get(toolCallId);
    const source = call && programSource(call);
    if (call === undefined || source === undefined) return undefined;
    return { toolCallId, toolName: call.toolName, source, calls: this.#callsIn(toolCallId, 1) };
  }

  /** The program around a call, and the call of the program which that is or is inside of. */
  around(toolCallId: string): { readonly programId: string; readonly callId: string } | undefined {
    let call = this.#calls.get(toolCallId);
    for (let depth = 0; depth < DEEPEST; depth += 1) {
      const outer = this.#calls.get(call?.parentId ?? "");
      if (call === undefined || outer === undefined) return undefined;
      if (programSource(outer) !== undefined) return { programId: outer.toolCallId, callId: call.toolCallId };
      call = outer;
    }
    return undefined;
  }

  #callsIn(toolCallId: string, depth: number): readonly ProgramCall[] {
    const calls = depth > DEEPEST ? [] : (this.#inside.get(toolCallId) ?? []);
    return calls
      .map((call, place) => this.#call(call, { place, depth }))
      .toSorted((one, other) => one.number - other.number);
  }

  #call(call: CallFacts, { place, depth }: { readonly place: number; readonly depth: number }): ProgramCall {
    const { toolCallId, toolName, args, line, startedAt, durationMs, approval } = call;
    const code = call.isError === true ? codeOf(call) : undefined;
    return {
      toolCallId,
      toolName,
      number: numberIn(call) ?? place + 1,
      ...(line !== undefined && { line }),
      about: aboutText(approval?.decision?.arguments ?? args),
      state: stateOf(call),
      ...(code !== undefined && { code }),
      startedAt,
      ...(durationMs !== undefined && { durationMs }),
      ...(approval?.askedAt !== undefined && { askedAt: approval.askedAt }),
      calls: this.#callsIn(toolCallId, depth + 1),
    };
  }
}

/** The id of a call in a program ends with its number, counted from 0. */
function numberIn({ toolCallId, parentId }: CallFacts): number | undefined {
  const [, outer, number] = /^(.*)\/(\d{1,6})$/s.exec(toolCallId) ?? [];
  return outer === undefined || outer !== parentId ? undefined : Number(number) + 1;
}

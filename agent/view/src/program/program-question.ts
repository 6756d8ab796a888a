import type { CallFacts, ProgramCallState } from "./call-facts.ts";
import { type Program, type ProgramCall, Programs } from "./program.ts";
import { type SourceLine, sourceAround } from "./source-around.ts";

/** What a person is told of a question that comes from inside a program, beside the call itself. */
export interface ProgramQuestion {
  /** The call that is the program. */
  readonly programId: string;
  /** Which call of the program it is, counted from 1. */
  readonly number: number;
  /** Where the program made it, counted from 1; undefined where that is not told. */
  readonly line: number | undefined;
  /** That line, and those around it; empty where it is not told. */
  readonly around: readonly SourceLine[];
  /** Questions of the program that are open beside this one. */
  readonly othersWait: number;
  /** What of the program has run or runs, by tool and by how it stands. */
  readonly ran: readonly RanCalls[];
}

/** Calls of a program of one tool that stand alike. */
export interface RanCalls {
  readonly toolName: string;
  readonly state: ProgramCallState;
  readonly count: number;
}

/**
 * Where in its program a call is, for the question about it; undefined for a call that is inside no program. `calls`:
 * those of the message or the run, in the order of their beginnings.
 */
export function programQuestion(calls: Iterable<CallFacts>, toolCallId: string): ProgramQuestion | undefined {
  return questionIn(new Programs(calls), toolCallId);
}

/** The same, where the programs are known already. */
export function questionIn(programs: Programs, toolCallId: string): ProgramQuestion | undefined {
  const around = programs.around(toolCallId);
  const program = around && programs.program(around.programId);
  const asked = program?.calls.find((call) => call.toolCallId === around?.callId);
  if (program === undefined || asked === undefined) return undefined;
  return {
    programId: program.toolCallId,
    number: asked.number,
    line: asked.line,
    around: asked.line === undefined ? [] : sourceAround(program.source, asked.line),
    othersWait: Math.max(0, askingIn(program.calls).length - 1),
    ran: ranIn(program, asked),
  };
}

/** The calls of a program that wait for a person, those inside its calls too, in the order of asking. */
export function askingIn(calls: readonly ProgramCall[]): readonly ProgramCall[] {
  return calls.flatMap((call) => [...(call.state === "asking" ? [call] : []), ...askingIn(call.calls)]);
}

const NOT_RUN: ReadonlySet<ProgramCallState> = new Set(["asking", "queued"]);

function ranIn({ calls }: Program, asked: ProgramCall): readonly RanCalls[] {
  const groups = new Map<string, { toolName: string; state: ProgramCallState; count: number }>();
  for (const call of calls) {
    const { toolName, state } = call;
    if (NOT_RUN.has(state) || isToBeAsked(call, asked)) continue;
    const key = `${state} ${toolName}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { toolName, state, count: 1 });
    else group.count += 1;
  }
  return [...groups.values()];
}

/** Of a call that will be asked about next the journal has the beginning alone, as of one that runs. */
function isToBeAsked({ toolName, number, state, askedAt }: ProgramCall, asked: ProgramCall): boolean {
  return state === "running" && askedAt === undefined && toolName === asked.toolName && number > asked.number;
}

import type { Program } from "./program.ts";
import { askingIn } from "./program-question.ts";

/** What a program waits for that only a person can bring. */
export interface ProgramWait {
  /** Open questions. */
  readonly questions: number;
  /** The tools that they are about, each once. */
  readonly tools: readonly string[];
  /** When the oldest of them was asked. Milliseconds since 1970; undefined where that is not told. */
  readonly since: number | undefined;
}

/** What people have to answer before a program can go on; undefined where nobody is asked. */
export function programWait({ calls }: Pick<Program, "calls">): ProgramWait | undefined {
  const asking = askingIn(calls);
  if (asking.length === 0) return undefined;
  const times = asking.flatMap(({ askedAt }) => askedAt ?? []);
  return {
    questions: asking.length,
    tools: [...new Set(asking.map(({ toolName }) => toolName))],
    since: times.length === 0 ? undefined : times.reduce((one, other) => Math.min(one, other)),
  };
}

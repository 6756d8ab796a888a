import { type CommandNode, type PipelineNode, parse } from "unbash";
import { nearest } from "../../text/nearest.ts";

/** What an exit code is read together with. */
export interface ExitFacts {
  readonly code: number;
  readonly command: string;
  readonly stderr: string;
  /** Asked for only when a program was not found. */
  programNames(): Promise<readonly string[]>;
}

/** Programs whose exit code 1 is an answer and no failure. */
const ANSWERS: ReadonlyMap<string, string> = new Map([
  ...["grep", "egrep", "fgrep", "rg"].map((name) => [name, "no match"] as const),
  ...["diff", "cmp"].map((name) => [name, "differs"] as const),
  ...["test", "["].map((name) => [name, "false"] as const),
]);

/** What bash makes of a program that a signal ended: 128 and the signal's number. */
const SIGNALS: ReadonlyMap<number, string> = new Map([
  [130, "interrupted (SIGINT)"],
  [134, "aborted (SIGABRT)"],
  [136, "arithmetic error (SIGFPE)"],
  [137, "killed (SIGKILL), perhaps out of memory"],
  [139, "segmentation fault (SIGSEGV)"],
  [141, "wrote to a closed pipe (SIGPIPE)"],
  [143, "terminated (SIGTERM)"],
]);

/** What an exit code usually means, in a few words; undefined where nothing is known. */
export async function exitHint(facts: ExitFacts): Promise<string | undefined> {
  const { code, command, stderr } = facts;
  if (code === 1) return stderr === "" ? ANSWERS.get(lastProgram(command) ?? "") : undefined;
  if (code === 126) return "found but not executable";
  if (code === 127) return notFound(facts);
  return SIGNALS.get(code);
}

async function notFound({ stderr, programNames }: ExitFacts): Promise<string> {
  const name = [...stderr.slice(-10_000).matchAll(/(?:^|: )([^\s:]{1,100}): command not found$/gm)].at(-1)?.[1];
  if (name === undefined) return "command not found";
  const [meant] = nearest(name, await programNames(), 1);
  return `${name} not found${meant === undefined ? "" : `; did you mean ${meant}?`}`;
}

/** The name of the program whose exit code a line of bash ends with, as far as the text tells. */
function lastProgram(line: string): string | undefined {
  const statement = parse(line).commands.at(-1);
  if (statement === undefined || statement.background === true) return undefined;
  const { command } = statement;
  return nameOf(command.type === "AndOr" ? command.commands.at(-1) : command);
}

function nameOf(node: PipelineNode | CommandNode | undefined): string | undefined {
  if (node?.type === "Pipeline") return node.prefixes.length === 0 ? nameOf(node.commands.at(-1)) : undefined;
  return node?.type === "Command" ? node.name?.value.replace(/^.*\//s, "") : undefined;
}

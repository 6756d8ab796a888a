import { errorTypeOf, type Json, type ToolResult } from "@toolwright/core";
import { plainResult, textResult } from "@toolwright/core/internal";
import { type CommandNode, type PipelineNode, parse } from "unbash";
import { MAX_FILE_GIB } from "../../local/line-limits.ts";
import { nearest } from "../../text/nearest.ts";
import type { CollectedOutput } from "./output/command-output.ts";
import type { ShellOutcome } from "./run-shell.ts";

/** A command that has ended, or was ended. */
export interface EndedCommand {
  readonly outcome: ShellOutcome;
  readonly collected: CollectedOutput;
  readonly durationMs: number;
  /** Another call could be given more time. */
  readonly mayRunLonger: boolean;
  /** How the call was changed before it ran, for a program, which reads neither the last line nor notices. */
  readonly note: string | undefined;
  /** Lines of their own after what was printed. */
  readonly notices: readonly string[];
  /** The last line. */
  readonly footer: string;
  readonly changed?: ToolResult["changed"];
}

/** What a model and a program are given of it. */
export function bashResult({
  outcome,
  collected,
  durationMs,
  mayRunLonger,
  note,
  notices,
  footer,
  changed,
}: EndedCommand): ToolResult {
  const { text, whole, stdout, stderr, withheld, looks, ref } = collected;
  const notes = [note, withheld].filter((one) => one !== undefined);
  const last = [...notices, footer].join("\n");
  const error = errorOf(outcome, mayRunLonger);
  const artifact: Json = {
    stdout,
    stderr,
    returnCode: outcome.kind === "exited" ? outcome.code : null,
    signal: outcome.kind === "signalled" ? outcome.signal : null,
    timedOut: outcome.kind === "timed_out",
    durationMs: Math.round(durationMs),
    ...(notes.length > 0 && { note: notes.join("; ") }),
    ...(looks.length > 0 && { looks }),
  };
  return {
    ...printed({ text: withLast(text, last), whole: whole === undefined ? undefined : withLast(whole, last) }),
    isError: error !== undefined,
    artifact,
    ...(error !== undefined && { error }),
    ...(ref !== undefined && { ref }),
    ...(changed !== undefined && { changed }),
  };
}

function withLast(text: string, last: string): string {
  return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${last}`;
}

/** A program is given the whole, where there is more of it. */
function printed({ text, whole }: { readonly text: string; readonly whole: string | undefined }): ToolResult {
  if (whole === undefined) return textResult(text);
  return plainResult({ type: "text", text: whole, forModel: [{ type: "text", text }] });
}

/** Only a command that did not come to its own end is a failure of the call. */
function errorOf(outcome: ShellOutcome, mayRunLonger: boolean): ToolResult["error"] {
  if (outcome.kind === "aborted") return { code: "aborted", type: errorTypeOf("aborted"), message: "aborted." };
  if (outcome.kind !== "timed_out") return undefined;
  return {
    code: "timeout",
    type: errorTypeOf("timeout"),
    message: `timed out after ${outcome.timeoutMs / 1_000}s.`,
    suggestion: mayRunLonger ? "Give a larger timeout, or do less in one command." : "Do less in one command.",
  };
}

/** What the last line of a command's output says. */
interface FooterFacts {
  readonly outcome: ShellOutcome;
  readonly durationMs: number;
  /** Said after how it ended, when there is something to say. */
  readonly notes: readonly (string | undefined)[];
}

/** Shorter commands do not say how long they took. */
const WORTH_SAYING_MS = 1_000;

/** One line in brackets: how a command ended and what else is worth knowing. */
export function footer({ outcome, durationMs, notes }: FooterFacts): string {
  const took = durationMs >= WORTH_SAYING_MS ? `${(durationMs / 1_000).toFixed(1)}s` : undefined;
  const said = outcome.kind === "exited" || outcome.kind === "signalled" ? [took, ...notes, left(outcome.left)] : notes;
  return `[${[ending(outcome), ...said].filter((part) => part !== undefined).join(" · ")}]`;
}

function ending(outcome: ShellOutcome): string {
  switch (outcome.kind) {
    case "exited":
      return `exit ${outcome.code}`;
    case "signalled":
      return `killed by ${outcome.signal}${outcome.signal === "SIGXFSZ" ? `: ${GREW}` : ""}`;
    case "timed_out":
      return `timed out after ${outcome.timeoutMs / 1_000}s; ${killed(outcome)}`;
    case "aborted":
      return "aborted";
  }
}

function killed({ killed, mayLive }: Extract<ShellOutcome, { kind: "timed_out" }>): string {
  const known = `${plural(killed, "process", "processes")} killed`;
  return mayLive ? `${known}; one that left its session and cleared its environment may live on` : known;
}

function left(pids: readonly number[]): string | undefined {
  if (pids.length === 0) return undefined;
  const named = pids.slice(0, 5).join(", ") + (pids.length > 5 ? ", …" : "");
  const what = plural(pids.length, "background process", "background processes");
  return `${what} left (${pids.length === 1 ? "pid" : "pids"} ${named})`;
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** What an exit code is read together with. */
interface ExitFacts {
  readonly code: number;
  readonly command: string;
  readonly stderr: string;
  /** Its memory has a limit then. */
  readonly looks: boolean;
  /** Asked for only when a program was not found. */
  programNames(): Promise<readonly string[]>;
}

/** Programs whose exit code 1 is an answer and no failure. */
const ANSWERS: ReadonlyMap<string, string> = new Map([
  ...["grep", "egrep", "fgrep", "rg"].map((name) => [name, "no match"] as const),
  ...["diff", "cmp"].map((name) => [name, "differs"] as const),
  ...["test", "["].map((name) => [name, "false"] as const),
]);

const GREW = `a file grew beyond ${MAX_FILE_GIB} GiB, the most`;

/** What programs say that ask for more than a limit leaves them, and are not ended by it. */
const TOO_LARGE = /\bEFBIG\b|File too large/;
const NO_MEMORY = /(?:cannot|failed to) allocate|memory exhausted|out of memory/i;
const HALF = "a program of a line that only looks has half of the memory of this machine at most";

/** What bash makes of a program that a signal ended: 128 and the signal's number. */
const SIGNALS: ReadonlyMap<number, string> = new Map([
  [130, "interrupted (SIGINT)"],
  [134, "aborted (SIGABRT)"],
  [136, "arithmetic error (SIGFPE)"],
  [137, "killed (SIGKILL), perhaps out of memory"],
  [139, "segmentation fault (SIGSEGV)"],
  [141, "wrote to a closed pipe (SIGPIPE)"],
  [143, "terminated (SIGTERM)"],
  [153, `${GREW} (SIGXFSZ)`],
]);

/** What an exit code usually means, in a few words; undefined where nothing is known. */
export async function exitHint(facts: ExitFacts): Promise<string | undefined> {
  const { code, command, stderr, looks } = facts;
  if (looks && NO_MEMORY.test(stderr)) return HALF;
  if (TOO_LARGE.test(stderr)) return GREW;
  if (code === 1) return stderr === "" ? ANSWERS.get(lastProgram(command) ?? "") : undefined;
  if (code === 126) return "found but not executable";
  if (code === 127) return notFound(facts);
  return SIGNALS.get(code);
}

async function notFound({ stderr, programNames }: ExitFacts): Promise<string> {
  const name = notFoundName(stderr);
  if (name === undefined) return "command not found";
  const [meant] = nearest(name, await programNames(), 1);
  return `${name} not found${meant === undefined ? "" : `; did you mean ${meant}?`}`;
}

/** The program that bash says it has not found. */
export function notFoundName(stderr: string): string | undefined {
  return [...stderr.slice(-10_000).matchAll(/(?:^|: )([^\s:]{1,100}): command not found$/gm)].at(-1)?.[1];
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

import { boundOutput, type Part, type Tool, type ToolResult } from "@toolwright/core";
import { cutWithEllipsis, failure, type NextEnd, plainResult } from "@toolwright/core/internal";
import type { ProgramError, UncaughtErrors } from "../executor/program-executor.ts";
import type { CodeModeLimits } from "../limits.ts";
import { type CallMade, callsMade, toldCalls, whatRan } from "./calls-made.ts";
import { hintFor } from "./hint-for.ts";

/** How a program came to its end. */
export type ProgramEnd =
  | { readonly how: "returned" | "threw"; readonly json: string }
  | { readonly how: "no machine"; readonly message: string }
  | { readonly how: "diverged"; readonly toolName: string }
  | { readonly how: "cpu" | "late" | "memory" | "crashed" | "stopped" | "stuck" | "refused" }
  | Extract<NextEnd, { how: "over" }>;

/** What a program did on the way. */
export interface ToldByProgram {
  readonly calls: readonly CallMade[];
  readonly console: readonly string[];
  /** JSON texts of what it showed. */
  readonly shown: readonly string[];
  readonly uncaught: UncaughtErrors | undefined;
  readonly endsRun: boolean;
  readonly cpuMs: number;
  /** In how many processes it ran. */
  readonly lives: number;
}

export interface EndedProgram {
  /** As its model wrote it. */
  readonly source: string;
  /** Masks secrets. */
  readonly mask: (text: string) => string;
  /** Under the names that it could call them by. */
  readonly tools: ReadonlyMap<string, Tool>;
  readonly end: ProgramEnd;
  readonly limits: CodeModeLimits;
  /** What it showed, for the model to see. */
  readonly shown: readonly Part[];
  readonly told: ToldByProgram;
  /** The run was stopped. */
  readonly isStopped: boolean;
}

/** What the model reads of a program: what it returned and what it said; of one that failed also which calls ran. */
export function resultOf(program: EndedProgram): ToolResult {
  const { end, told, isStopped } = program;
  const result = end.how === "returned" && !isStopped ? returned(end.json, program) : failed(program);
  const { calls, console, cpuMs, lives } = told;
  const artifact = {
    calls: calls.length,
    console: console.length,
    notAwaited: calls.filter(isLeft).length,
    cpuMs: Math.round(cpuMs),
    lives,
  };
  return { ...result, artifact, ...(told.endsRun && !result.isError ? { endsRun: true } : {}) };
}

function returned(json: string, program: EndedProgram): ToolResult {
  const text = [saidBy(json, program), ...notesOf(program)].join("\n");
  const { shown } = program;
  return plainResult(
    shown.length === 0 ? { type: "text", text } : { type: "parts", parts: [{ type: "text", text }, ...shown] },
  );
}

/** Only a text has to be read: a long list would hold the host meanwhile. */
function saidBy(json: string, { told }: EndedProgram): string {
  if (json === "null") return nothingBut(told);
  return json.startsWith('"') ? JSON.parse(json) : json;
}

/** A model that reads nothing of its calls may take them for not made. */
function nothingBut({ calls, console }: ToldByProgram): string {
  const text = "The program returned nothing.";
  return console.length > 0 ? text : `${text} ${callsMade(calls)}`;
}

/** Of what a model reads of the console. */
const CONSOLE = { maxBytes: 8 * 1024, maxLines: 200, headBytes: 4 * 1024, tailBytes: 4 * 1024 };

function notesOf(program: EndedProgram): string[] {
  const { end, told } = program;
  const { console, calls, uncaught } = told;
  const lines: string[] = [];
  if (console.length > 0) {
    const { output } = boundOutput({ type: "text", text: console.join("\n") }, CONSOLE);
    lines.push("", "Console:", output.type === "text" ? output.text : "");
  }
  const notes = calls.flatMap((call, n) => (call.edited === undefined ? [] : [editLine(n, call)]));
  const left = end.how === "returned" || end.how === "threw" ? calls.filter(isLeft) : [];
  if (left.length > 0) notes.push(`${leftWords(left.length, end.how === "threw")}: ${toldCalls(left)}.`);
  if (uncaught !== undefined && uncaught.count > 0) notes.push(uncaughtLine(uncaught, program));
  return notes.length === 0 ? lines : [...lines, "", ...notes];
}

/** A program that throws has awaited some of them all the same: the others of a `Promise.all`. */
function leftWords(count: number, hasThrown: boolean): string {
  if (hasThrown) return `${count} ${count === 1 ? "call" : "calls"} had not ended by then`;
  return `${count} ${count === 1 ? "call was" : "calls were"} not awaited`;
}

const isLeft = ({ isLeft }: CallMade) => isLeft === true;

/** UTF-16 units of an error that is one of several. */
const MOST_OF_EACH = 300;

/** A program that goes on behind a call which failed may say that all went well. */
function uncaughtLine({ count, first }: UncaughtErrors, { mask, source }: EndedProgram): string {
  const told = first.map(
    (error) => `${cutWithEllipsis(mask(wordsOf(error)), MOST_OF_EACH)}${placeOf(error, lineOf(error, source))}`,
  );
  const what = `${count === 1 ? "1 error was" : `${count} errors were`} not caught`;
  // Those that were kept may have been caught by now, and others not.
  if (told.length === 0) return `${what}.`;
  const others = count > first.length ? ["and others"] : [];
  return sentence(`${what}: ${[...new Set(told), ...others].join("; ")}`);
}

/** The text of the line where it was thrown. */
function lineOf({ line }: ProgramError, source: string): string {
  return line === undefined ? "" : (source.split("\n")[line - 1] ?? "").trim().replace(/\s*;$/, "").slice(0, 200);
}

function placeOf({ line }: ProgramError, text: string): string {
  return line === undefined ? "" : `, at line ${line}${text && `: ${text}`}`;
}

function wordsOf({ name, message }: ProgramError): string {
  const said = message.replace(/\.$/, "");
  return said === "" ? name : `${name}: ${said}`;
}

function editLine(n: number, { tool, edited = {}, came }: CallMade): string {
  const how = came === "refused" ? "did not run" : came === "unknown" ? "may have run" : "ran";
  const args = cutWithEllipsis(JSON.stringify(edited), MOST_SAID);
  return `Edited by the user: call ${n + 1}, ${tool}, ${how} with ${args}.`;
}

/** UTF-16 units: which calls were made stands behind, and has to be read. */
const MOST_SAID = 2_000;

const sentence = (text: string) => text.replace(/[^.?!]$/, "$&.");

function failed(program: EndedProgram): ToolResult {
  const { end, mask, told, limits, isStopped } = program;
  const ran = [whatRan(told.calls), ...notesOf(program)].join("\n");
  const fail = (reason: string, message: string) =>
    failure({ code: "execution_failed", reason, message: `${cutWithEllipsis(mask(message), MOST_SAID)} ${ran}` });
  if (isStopped || end.how === "stopped") return stopped(ran);
  switch (end.how) {
    case "threw":
      return fail(...thrownOf(end.json, program));
    case "stuck":
      return fail("program_stuck", "The program waits for something that no call will bring.");
    case "refused":
      return fail("program_failed", "The program goes on asking for calls that it cannot make.");
    case "cpu":
      return failure({
        code: "timeout",
        message: `The program computed for more than ${limits.cpuMs / 1000} s. ${ran}`,
      });
    case "late": {
      const seconds = (limits.timeoutMs ?? 0) / 1000;
      return failure({ code: "timeout", message: `The program took longer than ${seconds} s. ${ran}` });
    }
    case "memory": {
      const mib = Math.round((limits.memoryBytes / (1024 * 1024)) * 10) / 10;
      return fail("out_of_memory", `The program needed more than ${mib} MiB. Filter inside calls, or return less.`);
    }
    case "no machine":
      return fail("program_failed", `${sentence(end.message)} The program could not go on.`);
    case "diverged":
      return fail(
        "program_diverged",
        `After a restart the program ended without the call of ${end.toolName} that is recorded.`,
      );
    case "over":
      return end.stop === undefined
        ? overAsRecorded(end.result, ran)
        : failure({ code: "aborted", message: `The program was stopped with its run. ${ran}` });
    default:
      return fail("program_failed", "The machine of the program failed.");
  }
}

/** In words of its own: a failure that reads as its code does is taken for what the stop itself has caused. */
function stopped(ran: string): ToolResult {
  const message = `The program was stopped. ${ran}`;
  return { ...failure({ code: "aborted", message }), output: { type: "text", text: message } };
}

function thrownOf(json: string, { source, tools }: EndedProgram): [reason: string, message: string] {
  const error: ProgramError = JSON.parse(json);
  const { message, line, column, isInvalid } = error;
  const text = lineOf(error, source);
  if (isInvalid) {
    const place = line === undefined ? "" : ` at line ${line}, column ${column ?? 1}`;
    return ["program_invalid", `The code is no JavaScript program: ${message}${place}${text && `: ${text}`}.`];
  }
  return ["program_failed", `${wordsOf(error)}${placeOf(error, text)}.${hintFor(message, text, tools)}`];
}

function overAsRecorded({ error }: ToolResult, ran: string): ToolResult {
  const { code = "execution_failed", message = "The program cannot go on.", reason } = error ?? {};
  return failure({ code, message: `${message} ${ran}`, ...(reason === undefined ? {} : { reason }) });
}

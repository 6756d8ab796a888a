import { randomUUID } from "node:crypto";
import { type RunnerOptions, type ToolCall, ToolRunner } from "@toolwright/core";
import { isFields, jsonIn, nearestName } from "@toolwright/core/internal";
import { EXIT } from "../exit-code.ts";
import { readLines } from "../text/read-lines.ts";
import { callLine, unreadableLine } from "./call-line.ts";

export interface Batch {
  readonly options: RunnerOptions;
  /** Ends the batch: the call under way is aborted, later lines are not read. */
  readonly signal: AbortSignal;
}

/** Runs the calls on standard input in order, one at a time, and prints a line for each as soon as it has ended. */
export async function callBatch({ options, signal }: Batch): Promise<number> {
  const runner = new ToolRunner({ ...options, redundancy: "off", maxConcurrency: 1 });
  const ids = new Set<string>();
  for await (const line of readLines(process.stdin, signal)) {
    if (line.trim() !== "") process.stdout.write(await answer(line, { runner, ids, signal }));
  }
  return signal.aborted ? EXIT.failed : EXIT.ok;
}

interface Answering {
  readonly runner: ToolRunner;
  /** The ids given so far: every line of the output has its own. */
  readonly ids: Set<string>;
  readonly signal: AbortSignal;
}

/** Without a run id the calls share no memory, so that no call is redundant and no loop is guarded against. */
async function answer(line: string, { runner, ids, signal }: Answering): Promise<string> {
  const read = parseCallLine(line);
  const id = read.id === undefined || ids.has(read.id) ? randomUUID().replaceAll("-", "").slice(0, 9) : read.id;
  ids.add(id);
  if (!read.ok) return unreadableLine(id, read.message);
  const call: ToolCall = { id, name: read.name, arguments: read.arguments };
  return callLine(await runner.exec(call, { signal }));
}

/** A line of a batch: a call, or why it is none. */
type ParsedCallLine = { readonly id: string | undefined } & (
  | {
      readonly ok: true;
      readonly name: string;
      /** JSON text; the runner judges it. */
      readonly arguments: string;
    }
  | { readonly ok: false; readonly message: string }
);

/** What other programs call the arguments of a call. */
const OTHER_NAMES = ["args", "input", "parameters", "params"];

/** The key under which the arguments of a line stand in the place of `arguments`: the call would run without them. */
function misplacedArguments(line: Readonly<Record<string, unknown>>): string | undefined {
  if (Object.hasOwn(line, "arguments")) return undefined;
  const isMeant = (key: string) =>
    OTHER_NAMES.includes(key.toLowerCase()) || nearestName(key, ["arguments"]) !== undefined;
  return Object.keys(line).find(isMeant);
}

/** Reads `{id?, name, arguments?}`. */
function parseCallLine(line: string): ParsedCallLine {
  const value = jsonIn(line);
  if (!isFields(value)) {
    const message = value === undefined ? "The line is not JSON." : "The line is not a JSON object.";
    return { id: undefined, ok: false, message };
  }
  const id = ownId(value);
  const misplaced = misplacedArguments(value);
  if (misplaced !== undefined) {
    const message = `The arguments of the line stand under ${JSON.stringify(misplaced)}, which is "arguments" here.`;
    return { id, ok: false, message };
  }
  const name = ownText(value, "name");
  if (name === undefined) return { id, ok: false, message: 'The line has no "name".' };
  return { id, ok: true, name, arguments: argumentsText(Object.hasOwn(value, "arguments") ? value.arguments : {}) };
}

/** Programs that speak JSON-RPC count their calls: a number is answered under its digits. */
function ownId(value: Readonly<Record<string, unknown>>): string | undefined {
  const { id } = value;
  return typeof id === "number" ? String(id) : ownText(value, "id");
}

function ownText(value: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const text = Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof text === "string" && text !== "" ? text : undefined;
}

/** A text is the raw arguments text; anything else was JSON in the line and is JSON again. */
function argumentsText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

import type { AskedCall, ConsoleLine, ProgramError, Turn } from "../program-executor.ts";
import { isLongerThan } from "./byte-length.ts";
import { sourcePosition } from "./source-position.ts";

export interface TurnToRead {
  /** All words of the turn in one text, behind their lengths; then, one by one, those that are too long for it. */
  readonly take: () => string;
  readonly firstCall: number;
  readonly returnBytes: number;
}

/** What the machine tells of a turn, word by word. */
export function readTurn({ take, firstCall, returnBytes }: TurnToRead): Omit<Turn, "cpuMs" | "failed"> {
  const calls: AskedCall[] = [];
  const console: ConsoleLine[] = [];
  const shown: string[] = [];
  let ended: Turn["ended"];
  const words = wordsOf(take);
  const word = () => words.next().value ?? "";
  for (const kind of words) {
    if (kind === "call") calls.push(askedCall(firstCall + calls.length, word(), word(), word()));
    else if (kind === "console") console.push({ level: levelOf(word()), text: word() });
    else if (kind === "shown") shown.push(word());
    else if (kind === "returned") ended = returned(word(), returnBytes);
    else if (kind === "threw") ended = threw(word(), word(), word());
    else throw new Error(`The machine told ${JSON.stringify(kind)} of a turn, which no version of it tells.`);
  }
  return { calls, console, shown, ...(ended && { ended }) };
}

/** A length that is not there is that of a long word. */
function* wordsOf(take: () => string): Generator<string, undefined> {
  const text = take();
  let at = text.indexOf("\n");
  const lengths = text.slice(0, at++);
  if (lengths === "" && at === text.length) return;
  for (const length of lengths.split(",")) {
    yield length === "" ? take() : text.slice(at, at + Number(length));
    at += Number(length);
  }
}

function askedCall(number: number, name: string, json: string, stack: string): AskedCall {
  const position = sourcePosition(stack);
  return { number, name, json, ...(position && { line: position.line }) };
}

function levelOf(word: string): ConsoleLine["level"] {
  return levels.find((level) => level === word) ?? "log";
}

const levels = ["log", "info", "warn", "error", "debug"] as const;

function returned(json: string, returnBytes: number): Turn["ended"] {
  if (!isLongerThan(json, returnBytes)) return { ok: true, json };
  const message = `The program returned more than ${returnBytes} bytes of JSON. Return less.`;
  return thrown({ name: "OutputTooLarge", message });
}

function threw(name: string, message: string, stack: string): Turn["ended"] {
  return thrown({ name, message, ...sourcePosition(stack) });
}

/** The end of a program by an error. */
export function thrown(error: ProgramError): NonNullable<Turn["ended"]> {
  return { ok: false, json: JSON.stringify(error) };
}

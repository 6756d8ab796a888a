import type { AskedCall, ConsoleLine, ProgramError, Turn } from "../program-executor.ts";
import { isLongerThan } from "./byte-length.ts";
import { sourcePosition } from "./source-position.ts";

export interface TurnToRead {
  /** The next word that the machine tells; `undefined` where it has told all. */
  readonly take: () => string | undefined;
  readonly firstCall: number;
  readonly returnBytes: number;
}

/** What the machine tells of a turn, word by word. */
export function readTurn({ take, firstCall, returnBytes }: TurnToRead): Omit<Turn, "cpuMs" | "failed"> {
  const calls: AskedCall[] = [];
  const console: ConsoleLine[] = [];
  const shown: string[] = [];
  let ended: Turn["ended"];
  const word = () => take() ?? "";
  for (let kind = take(); kind !== undefined; kind = take()) {
    if (kind === "call") calls.push(askedCall(firstCall + calls.length, word(), word(), word()));
    else if (kind === "console") console.push({ level: levelOf(word()), text: word() });
    else if (kind === "shown") shown.push(word());
    else if (kind === "returned") ended = returned(word(), returnBytes);
    else if (kind === "threw") ended = threw(word(), word(), word());
    else throw new Error(`The machine told ${JSON.stringify(kind)} of a turn, which no version of it tells.`);
  }
  return { calls, console, shown, ...(ended && { ended }) };
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

import type { AskedCall, ConsoleLine, ProgramError, Turn } from "../program-executor.ts";
import { isLongerThan } from "./byte-length.ts";
import { sourcePosition } from "./source-position.ts";

export interface TurnToRead {
  /** All words of the turn in one text, behind their lengths; then, one by one, those that are too long for it. */
  readonly take: () => string;
  readonly firstCall: number;
  readonly returnBytes: number;
}

interface TurnRead {
  readonly calls: AskedCall[];
  readonly console: ConsoleLine[];
  readonly shown: string[];
  uncaught?: { readonly count: number; readonly first: ProgramError[] };
  ended?: NonNullable<Turn["ended"]>;
}

/** What the machine tells of a turn, word by word. */
export function readTurn(given: TurnToRead): Omit<Turn, "cpuMs" | "failed"> {
  const turn: TurnRead = { calls: [], console: [], shown: [] };
  const words = wordsOf(given.take);
  const word = () => words.next().value ?? "";
  for (const kind of words) {
    const read = readers[kind];
    if (read === undefined)
      throw new Error(`The machine told ${JSON.stringify(kind)} of a turn, which no version of it tells.`);
    read(turn, word, given);
  }
  return turn;
}

/** By the kind of what is told: each takes the words that belong to it. */
const readers: { readonly [kind: string]: (turn: TurnRead, word: () => string, given: TurnToRead) => void } = {
  call: ({ calls }, word, { firstCall }) => calls.push(askedCall(firstCall + calls.length, word(), word(), word())),
  console: ({ console }, word) => console.push({ level: levelOf(word()), text: word() }),
  shown: ({ shown }, word) => shown.push(word()),
  uncaught: (turn, word) => {
    turn.uncaught = { count: Number(word()), first: [] };
  },
  reason: ({ uncaught }, word) => uncaught?.first.push(programError(word(), word(), word())),
  returned: (turn, word, { returnBytes }) => {
    turn.ended = returned(word(), returnBytes);
  },
  threw: (turn, word) => {
    turn.ended = thrown(programError(word(), word(), word()));
  },
};

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

function returned(json: string, returnBytes: number): NonNullable<Turn["ended"]> {
  if (!isLongerThan(json, returnBytes)) return { ok: true, json };
  const message = `The program returned more than ${returnBytes} bytes of JSON. Return less.`;
  return thrown({ name: "OutputTooLarge", message });
}

function programError(name: string, message: string, stack: string): ProgramError {
  return { name, message, ...sourcePosition(stack) };
}

/** The end of a program by an error. */
export function thrown(error: ProgramError): NonNullable<Turn["ended"]> {
  return { ok: false, json: JSON.stringify(error) };
}

import { parseStep } from "../scripted/parse-script.ts";
import { TAPE_VERSION, type TapeEntry } from "./tape-entry.ts";

/** Reads a tape. Throws a `TypeError` that names the line. A last line that a crash cut off is left out. */
export function parseTape(text: string): readonly TapeEntry[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const isCut = !text.endsWith("\n");
  const entries = lines.flatMap((line, place) => parseLine(line, place, isCut && place === lines.length - 1));
  const [head] = entries;
  if (head?.kind !== "tape") throw new TypeError("This is no tape: the first line does not name the format.");
  if (head.version !== TAPE_VERSION)
    throw new TypeError(`The tape has version ${head.version}; this reads ${TAPE_VERSION}.`);
  return entries;
}

function parseLine(line: string, place: number, mayBeCut: boolean): TapeEntry[] {
  const where = `line ${place + 1}`;
  try {
    const entry: TapeEntry = JSON.parse(line);
    if (typeof entry !== "object" || entry === null) throw new TypeError("not an object");
    if (entry.kind === "model") return [{ ...entry, answer: parseStep(entry.answer, where) }];
    if (["tape", "tool", "clock"].includes(entry.kind)) return [entry];
  } catch (thrown) {
    if (mayBeCut) return [];
    if (thrown instanceof TypeError) throw thrown;
  }
  throw new TypeError(`${where} is no entry of a tape.`);
}

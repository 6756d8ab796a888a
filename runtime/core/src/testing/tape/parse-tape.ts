import { isJsonObject } from "../../json/is-json-object.ts";
import { jsonIn } from "../../json/json-in.ts";
import { checkStep } from "../scripted/parse-script.ts";
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
  const json: unknown = jsonIn(line);
  if (json === undefined && mayBeCut) return [];
  if (!isEntry(json)) throw new TypeError(`${where} is no entry of a tape.`);
  if (json.kind === "model") checkStep(json.answer, "answer", `${where} of the tape`);
  return [json];
}

function isEntry(json: unknown): json is TapeEntry {
  if (!isJsonObject(json)) return false;
  switch (json.kind) {
    case "tape":
      return isText(json.model) && isNumber(json.version) && isWindow(json) && isTypes(json.takes);
    case "model":
      return isJsonObject(json.request) && isText(json.model);
    case "tool":
      return (
        isText(json.name) &&
        isJsonObject(json.arguments) &&
        isJsonObject(json.result) &&
        isJsonObject(json.result.output)
      );
    case "clock":
      return isNumber(json.time);
    default:
      return false;
  }
}

function isWindow({ contextWindow }: Fields): boolean {
  return contextWindow === undefined || isNumber(contextWindow);
}

function isTypes(takes: unknown): boolean {
  return takes === undefined || (Array.isArray(takes) && takes.every(isText));
}

type Fields = Readonly<Record<string, unknown>>;

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

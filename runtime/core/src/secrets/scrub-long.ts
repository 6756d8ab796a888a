import { turn } from "../async/turn.ts";
import { isJsonArray } from "../json/is-json-array.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { type Container, isLong, type LongPart, partsOf } from "../json/json-parts.ts";
import { jsonPieces } from "../json/json-pieces.ts";
import { keysOf } from "../json/keys-of.ts";
import { setOwn } from "../json/set-own.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { scrubResult } from "./redact.ts";
import { HEADER, scrubHeader } from "./scrub-json.ts";
import type { Scrubber } from "./scrubber.ts";

/** UTF-16 units of a text that are looked at in one go. */
const PIECE = 1024 * 1024;

/** No secret begins in one piece and can be told only behind so much of the next. */
const OVERLAP = 64 * 1024;

/**
 * Masks a result as {@link scrubResult} does, and lets others have a turn while what is long is looked through.
 * `written`: the JSON of the output in pieces, where it is known.
 */
export async function scrubLong(
  result: ToolResult,
  scrubber: Scrubber,
  written?: Iterable<string>,
): Promise<ToolResult> {
  const { output, artifact } = result;
  const beside = artifact === undefined ? {} : { artifact: await scrubValue(artifact, scrubber) };
  const rest = artifact === undefined ? result : { ...result, artifact: null };
  if (output.type === "text") {
    const text = await scrubText(output.text, scrubber);
    const others = scrubResult({ ...rest, output: { ...output, text: "" } }, scrubber);
    return { ...others, ...beside, output: { ...output, ...others.output, type: "text", text } };
  }
  if (output.type === "parts") return { ...scrubResult(rest, scrubber), ...beside };
  const holds = await mayHoldSecret(written ?? jsonPieces(output.value), scrubber);
  const value = holds ? await scrubValue(output.value, scrubber) : output.value;
  const others = scrubResult({ ...rest, output: { ...output, value: null } }, scrubber);
  return { ...others, ...beside, output: { ...output, ...others.output, type: "json", value } };
}

/** False where a JSON text surely has nothing to mask: see `holdsNoSecret`. */
async function mayHoldSecret(pieces: Iterable<string>, scrubber: Scrubber): Promise<boolean> {
  let before = "";
  for (const piece of pieces) {
    const text = before + piece;
    if (piece.includes("\\") || scrubber.mayMask(text)) return true;
    before = text.slice(-OVERLAP);
    await turn();
  }
  return false;
}

/** What `scrubber.json` gives. */
async function scrubValue(value: Json, scrubber: Scrubber): Promise<Json> {
  if (typeof value === "string") return scrubText(value, scrubber);
  if (typeof value !== "object" || value === null || !isLong(value)) return scrubber.json(value);
  const items: Json[] = [];
  const members: Record<string, Json> = {};
  for (const part of partsOf(value)) {
    await turn();
    const shown = "run" in part ? scrubber.json(part.run) : await scrubPart(value, part, scrubber);
    if (isJsonArray(shown)) for (const item of shown) items.push(item);
    else addMembers(members, shown);
  }
  return isJsonArray(value) ? items : members;
}

function addMembers(members: Record<string, Json>, shown: JsonObject): void {
  for (const key of keysOf(shown)) setOwn(members, key, shown[key] ?? null);
}

/** One long member, as it stands in a list or an object of its own. */
async function scrubPart(whole: Container, { key, long }: LongPart, scrubber: Scrubber): Promise<Container> {
  if (isJsonArray(whole)) return [await scrubValue(long, scrubber)];
  const isHeader = typeof long === "string" && HEADER.test(key);
  return { [scrubber.name(key)]: isHeader ? scrubHeader(long, scrubber) : await scrubValue(long, scrubber) };
}

async function scrubText(text: string, scrubber: Scrubber): Promise<string> {
  if (!(await mayMask(text, scrubber))) return text;
  const stream = scrubber.stream();
  const shown: string[] = [];
  for (let at = 0; at < text.length; at += PIECE) {
    shown.push(stream.push(text.slice(at, at + PIECE)));
    await turn();
  }
  return shown.join("") + stream.end();
}

async function mayMask(text: string, scrubber: Scrubber): Promise<boolean> {
  for (let at = 0; at < text.length; at += PIECE) {
    if (scrubber.mayMask(text.slice(at, at + PIECE + OVERLAP))) return true;
    await turn();
  }
  return false;
}

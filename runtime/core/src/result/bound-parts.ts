import { cutMiddle, type Middle, refHint, withinLimits } from "./cut-middle.ts";
import { withoutBytes } from "./file-part.ts";
import type { ToolOutput } from "./output.ts";
import type { BoundOutput, OutputLimits } from "./output-limits.ts";
import { outputText } from "./output-text.ts";
import type { Part } from "./part.ts";

/** What the images and files of one output may take together, in characters of base64 (5 MiB), and how many. */
const MAX_SIZE = 5 * 1024 * 1024;
const MAX_COUNT = 100;

type PartsOutput = Extract<ToolOutput, { type: "parts" }>;

/**
 * Bounds the texts of all parts as if they were one text, and leaves images out from the first that is too much. A file
 * that is too much stays without its bytes.
 */
export function boundParts(output: PartsOutput, limits: OutputLimits): BoundOutput {
  const parts = boundMedia(output.parts.map(cleanPart)).filter((part) => part.type !== "text" || part.text !== "");
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  if (withinLimits(text, limits)) return uncut(output, parts);
  const middle = cutMiddle(text, limits);
  const render = (hint?: string): ToolOutput => ({
    type: "parts",
    parts: keepEnds(parts, middle, middle.notice(hint)),
  });
  const fullText = outputText({ type: "parts", parts });
  return { cut: true, output: render(), fullText, withRef: (...ref) => render(refHint(...ref)) };
}

function uncut(output: PartsOutput, parts: readonly Part[]): BoundOutput {
  if (parts.length === 0)
    return { cut: false, output: { type: "parts", parts: [{ type: "text", text: "(no output)" }] } };
  const isSame = parts.length === output.parts.length && parts.every((part, index) => part === output.parts[index]);
  return { cut: false, output: isSame ? output : { type: "parts", parts } };
}

function cleanPart(part: Part): Part {
  if (part.type !== "text") return part;
  const text = part.text.toWellFormed();
  return text === part.text ? part : { type: "text", text };
}

function boundMedia(parts: readonly Part[]): readonly Part[] {
  const room = { size: 0, count: 0 };
  const fitting = parts.map((part) => fit(part, room));
  if (fitting.every((part, place) => part === parts[place])) return parts;
  const kept = fitting.flatMap((part) => part ?? []);
  const dropped = parts.length - kept.length;
  if (dropped === 0) return kept;
  const text = `[${dropped} images or files left out: more than ${MAX_COUNT}, or over 5 MiB together]`;
  return [...kept, { type: "text", text }];
}

/** The part as there is room for it; undefined where there is none. `room`: what has been taken so far. */
function fit(part: Part, room: { size: number; count: number }): Part | undefined {
  if (part.type === "text") return part;
  room.count += 1;
  const size = room.size + (part.data?.length ?? 0);
  if (part.type === "image" || size <= MAX_SIZE) room.size = size;
  if (room.count > MAX_COUNT) return undefined;
  if (size <= MAX_SIZE) return part;
  return part.type === "image" ? undefined : withoutBytes(part);
}

function keepEnds(parts: readonly Part[], middle: Middle, notice: string): readonly Part[] {
  const kept: Part[] = [];
  let offset = 0;
  let noticed = false;
  for (const part of parts) {
    if (part.type !== "text") {
      kept.push(part);
      continue;
    }
    const start = offset;
    offset += part.text.length;
    let text = part.text.slice(0, Math.max(0, middle.headEnd - start));
    if (!noticed && offset > middle.headEnd) {
      text += notice;
      noticed = true;
    }
    text += part.text.slice(Math.max(0, middle.tailStart - start));
    if (text !== "") kept.push({ type: "text", text });
  }
  return kept;
}

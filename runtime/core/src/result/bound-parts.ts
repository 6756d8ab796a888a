import { cutMiddle, type Middle, refHint, withinLimits } from "./cut-middle.ts";
import { withoutBytes } from "./file-part.ts";
import type { ToolOutput } from "./output.ts";
import type { BoundOutput, OutputLimits } from "./output-limits.ts";
import { outputText } from "./output-text.ts";
import type { Part } from "./part.ts";

/**
 * What the images and files of one output may take together, in characters of base64 (5 MiB), and how many of each
 * there may be.
 */
const MAX_SIZE = 5 * 1024 * 1024;
const MAX_IMAGES = 100;
const MAX_FILES = 100;

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
  const room = { size: 0, images: 0, files: 0 };
  const fitting = parts.map((part) => fit(part, room));
  if (fitting.every((part, place) => part === parts[place])) return parts;
  const isLeftOut = (type: Part["type"]) => parts.filter((part, at) => part.type === type && fitting[at] === undefined);
  const images = isLeftOut("image").length;
  const files = isLeftOut("file").length + isLeftOut("audio").length;
  const notes = [
    ...(images > 0 ? [`[${images} images left out: more than ${MAX_IMAGES}, or over 5 MiB together]`] : []),
    ...(files > 0 ? [`[${files} files left out: more than ${MAX_FILES}]`] : []),
  ];
  return [...fitting.flatMap((part) => part ?? []), ...notes.map((text) => ({ type: "text", text }) as const)];
}

/** What has been taken so far. */
interface Room {
  size: number;
  images: number;
  files: number;
}

/** The part as there is room for it; undefined where there is none. */
function fit(part: Part, room: Room): Part | undefined {
  if (part.type === "text") return part;
  const size = room.size + (part.data?.length ?? 0);
  if (part.type === "image" || size <= MAX_SIZE) room.size = size;
  if (part.type === "image") return ++room.images <= MAX_IMAGES && size <= MAX_SIZE ? part : undefined;
  if (++room.files > MAX_FILES) return undefined;
  return size <= MAX_SIZE ? part : withoutBytes(part);
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

import { cutMiddle, type Middle, refHint, withinLimits } from "./cut-middle.ts";
import type { ToolOutput } from "./output.ts";
import type { BoundOutput, OutputLimits } from "./output-limits.ts";
import { outputText } from "./output-text.ts";
import type { Part } from "./part.ts";

/** What the images of one output may take together, in characters of base64 (5 MiB), and how many there may be. */
const MAX_IMAGE_SIZE = 5 * 1024 * 1024;
const MAX_IMAGES = 100;

type PartsOutput = Extract<ToolOutput, { type: "parts" }>;

/** Bounds the texts of all parts as if they were one text, and leaves images out from the first that is too much. */
export function boundParts(output: PartsOutput, limits: OutputLimits): BoundOutput {
  const parts = boundImages(output.parts.map(cleanPart)).filter((part) => part.type === "image" || part.text !== "");
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
  if (part.type === "image") return part;
  const text = part.text.toWellFormed();
  return text === part.text ? part : { type: "text", text };
}

function boundImages(parts: readonly Part[]): readonly Part[] {
  let size = 0;
  let count = 0;
  let dropped = 0;
  const kept = parts.filter((part) => {
    if (part.type === "text") return true;
    size += part.data.length;
    count += 1;
    if (size <= MAX_IMAGE_SIZE && count <= MAX_IMAGES) return true;
    dropped += 1;
    return false;
  });
  if (dropped === 0) return parts;
  return [
    ...kept,
    { type: "text", text: `[${dropped} images left out: more than ${MAX_IMAGES}, or over 5 MiB together]` },
  ];
}

function keepEnds(parts: readonly Part[], middle: Middle, notice: string): readonly Part[] {
  const kept: Part[] = [];
  let offset = 0;
  let noticed = false;
  for (const part of parts) {
    if (part.type === "image") {
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

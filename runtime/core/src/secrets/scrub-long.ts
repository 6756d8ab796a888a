import type { ToolResult } from "../result/tool-result.ts";
import { scrubResult } from "./redact.ts";
import type { Scrubber } from "./scrubber.ts";

/** UTF-16 units that are looked at in one go. */
const PIECE = 1024 * 1024;

/** No secret begins in one piece and can be told only behind so much of the next. */
const OVERLAP = 64 * 1024;

/** Masks a result as {@link scrubResult} does, and lets others have a turn while its long text is looked through. */
export async function scrubLong(result: ToolResult, scrubber: Scrubber): Promise<ToolResult> {
  const { output } = result;
  if (output.type !== "text") return scrubResult(result, scrubber);
  const text = await scrubText(output.text, scrubber);
  const others = scrubResult({ ...result, output: { ...output, text: "" } }, scrubber);
  return { ...others, output: { ...output, ...others.output, type: "text", text } };
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

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

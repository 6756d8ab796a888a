import { jsonSize } from "../json/json-size.ts";
import { utf8Length } from "../text/utf8-length.ts";
import { lazy } from "../tool/lazy.ts";
import type { KeepingOptions } from "./keep-more.ts";
import type { ToolOutput } from "./output.ts";
import type { OutputRef } from "./tool-result.ts";

/** Few outputs are more than text. */
export const keeping = lazy(() => import("./keep-more.ts"));

/** Texts above this are kept aside even when nothing was cut, so that trimming can point at them. */
const KEPT_ASIDE_BYTES = 2 * 1024;

/** A short text is not worth it; an image or a file always is. */
export function isWorthKeepingAside(output: ToolOutput, text: () => string): boolean {
  if (output.type === "json") return jsonSize(output.value, KEPT_ASIDE_BYTES) > KEPT_ASIDE_BYTES;
  return holdsMedia(output) || isLong(text());
}

/**
 * Keeps an output whole: its text, and each of its images and files under a ref of its own, which stands in the text
 * where it stood. Rejects when the cache does.
 */
export async function keepOutput(
  output: ToolOutput,
  text: () => string,
  { cache, owner }: KeepingOptions,
): Promise<OutputRef> {
  if (output.type === "json") return cache.save(await (await keeping()).prettyJson(output.value), owner);
  if (!holdsMedia(output)) return cache.save(text(), owner);
  return (await keeping()).keepMedia(output, { cache, owner });
}

function holdsMedia(output: ToolOutput): output is Extract<ToolOutput, { type: "parts" }> {
  return output.type === "parts" && output.parts.some((part) => part.type !== "text" && !("ref" in part));
}

function isLong(text: string): boolean {
  return text.length > KEPT_ASIDE_BYTES || (text.length * 3 > KEPT_ASIDE_BYTES && utf8Length(text) > KEPT_ASIDE_BYTES);
}

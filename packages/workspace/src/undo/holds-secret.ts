import type { Scrubber } from "@toolwright/core/types";
import type { FileContent } from "../transaction/file-change.ts";
import { toImage } from "../transaction/file-content.ts";

/** True when a content holds the value of a registered secret: in a text of UTF-8 or UTF-16, or among other bytes. */
export function holdsSecret(content: FileContent, scrubber: Scrubber | undefined): boolean {
  if (scrubber === undefined) return false;
  const text = new TextDecoder().decode(toImage(content));
  // Of UTF-16 every other byte of plain letters is zero.
  return scrubber.holdsSecret(text) || (text.includes("\0") && scrubber.holdsSecret(text.replaceAll("\0", "")));
}

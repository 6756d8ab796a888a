import { escapeGlob, type ShellWord } from "../read/shell-word.ts";
import { parseSegment, segmentsMeet } from "../rules/segment-glob.ts";

/** Programs that a name with wildcards (`/bin/r?`) may turn out to be. */
const LIKELY = ["rm", "dd", "mv", "cp", "sh", "bash", "chmod", "chown", "shred", "find", "truncate", "tee", "unlink"];

/** The program that a word names, without folders; undefined: it cannot be known before it runs. */
export function programNamed(word: ShellWord): string | undefined {
  if (word.form === "literal" && !word.tilde) return word.value.slice(word.value.lastIndexOf("/") + 1);
  if (word.form !== "glob") return undefined;
  const last = word.pattern.slice(word.pattern.lastIndexOf("/") + 1);
  const segment = parseSegment(last);
  if (segment.literal !== undefined) return segment.literal;
  if (/^\**$/.test(last)) return undefined;
  return LIKELY.find((name) => segmentsMeet(segment, parseSegment(escapeGlob(name))));
}

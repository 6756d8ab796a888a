import { cutStart } from "@toolwright/core/internal";
import type { LineBlock } from "../match/line-block.ts";
import { type TextLines, textLines } from "../match/text-lines.ts";
import { numberedLine } from "../numbered-lines.ts";

/** A hint is never longer (characters). */
const MAX_HINT = 2000;

/** Longer lines are cut (characters). */
const MAX_LINE = 160;

/** The lines of a block, numbered; blanks are made visible in those that differ from what was wanted. */
export function excerptOf(lines: TextLines, block: LineBlock, wantedText: string): string {
  const wanted = textLines(wantedText);
  const shown = ["Closest lines in the file (blanks visible where a line differs):"];
  let length = shown[0]?.length ?? 0;
  for (let index = 0; index < block.count && block.first + index < lines.count; index += 1) {
    const actual = lines.line(block.first + index);
    const line = numberedLine(
      block.first + index + 1,
      actual === wanted.line(index) ? cut(actual) : visible(cut(actual)),
    );
    length += line.length + 1;
    if (length > MAX_HINT - 2) {
      shown.push("…");
      break;
    }
    shown.push(line);
  }
  return shown.join("\n");
}

function visible(line: string): string {
  return line.replaceAll("\t", "→").replaceAll(" ", "·").replaceAll("\u00A0", "⍽").replaceAll("\r", "␍");
}

function cut(line: string): string {
  return line.length <= MAX_LINE ? line : `${cutStart(line, MAX_LINE)}…`;
}

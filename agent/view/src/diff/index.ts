export type { DiffLine } from "./diff-line.ts";
export { type DiffRow, hunkRows } from "./hunk-rows.ts";
export { lineDiff, linesOf } from "./line-diff.ts";
export { type Mark, wordMarks } from "./word-marks.ts";

export type { DiffLine } from "./diff-line.ts";
export { lineDiff, linesOf } from "./line-diff.ts";
export { type Mark, wordMarks } from "./word-marks.ts";

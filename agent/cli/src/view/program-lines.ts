import {
  countsText,
  durationText,
  hasRunText,
  type ProgramCall,
  type ProgramQuestion,
  type ProgramRow,
  questionPlaceText,
  spelledOnOneLine,
  verdictText,
} from "@toolwright/view/internal";
import type { Lines } from "../terminal/screen.ts";
import { clip } from "../text/clip.ts";
import { printable } from "../text/printable.ts";

/** From this many milliseconds on, how long a call took is of interest. */
const SLOW_MS = 1_000;

type Looks = Pick<Lines, "styles" | "width">;

/** A call of a program on one line; where it went well its name and what it is about say it all. */
export function programCallLine(call: ProgramCall, { styles, width }: Looks): string {
  const { toolName, about, state, durationMs = 0 } = call;
  const time = durationMs >= SLOW_MS ? [durationText(durationMs)] : [];
  const end = [...(state === "ok" ? [] : [verdictText(call)]), ...time].join(" · ");
  const name = spelledOnOneLine(toolName);
  const room = width - name.length - end.length - 6;
  const words = [clip(printable(about), Math.max(room, 10)), ...(end === "" ? [] : [`· ${end}`])];
  const rest = words.filter((word) => word !== "").join(" ");
  const isWell = state === "ok" || state === "running" || state === "asking" || state === "queued";
  if (!isWell) return styles.red(`✗ ${name} ${rest}`);
  return `${styles.cyan("●")} ${styles.bold(name)}${rest === "" ? "" : ` ${styles.dim(rest)}`}`;
}

/** The same while its program runs: every line says how its call stands. */
export function runningCallLine(call: ProgramCall, { styles, width }: Looks): string {
  const { toolName, about, state } = call;
  const verdict = verdictText(call);
  const name = spelledOnOneLine(toolName);
  const shown = clip(printable(about), Math.max(width - name.length - verdict.length - 6, 10));
  const line = [name, shown, `· ${verdict}`].filter((word) => word !== "").join(" ");
  if (state === "asking") return styles.yellow(line);
  return state === "failed" || state === "refused" ? styles.red(line) : styles.dim(line);
}

/** A line of the tree of calls. */
export function programRowLine(row: ProgramRow, looks: Looks): string {
  if (row.kind === "call") return programCallLine(row.call, looks);
  const { cyan, bold, dim } = looks.styles;
  return `${cyan("●")} ${bold(spelledOnOneLine(row.toolName))} ${dim(`×${row.calls.length} · ${countsText(row)}`)}`;
}

/** Beside a question: which call of its program it is about, the lines around it, and what has run. */
export function programPlaceLines(question: ProgramQuestion, { styles, width }: Looks): readonly string[] {
  const { around, line } = question;
  const { dim, yellow } = styles;
  return [
    yellow(`    ${questionPlaceText(question)}`),
    ...around.map(({ number, text }) => {
      const shown = clip(`    ${number === line ? "▸" : " "} ${number}  ${printable(text)}`, width);
      return number === line ? shown : dim(shown);
    }),
    dim(`    ${hasRunText(question)}`),
  ];
}

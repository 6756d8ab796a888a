import { spelledOnOneLine } from "../text/spelled-out.ts";
import { programTexts } from "../words/program.ts";
import type { ProgramCall } from "./program.ts";
import type { ProgramQuestion, RanCalls } from "./program-question.ts";
import type { ProgramRow } from "./program-rows.ts";
import type { ProgramWait } from "./program-wait.ts";

/** Tools and groups that are named in one text; characters of a tool's name. */
const MOST = 8;
const LONGEST = 60;

/** Which call it is, where the program made it, and how many other questions wait. */
export function questionPlaceText({ number, line, othersWait }: ProgramQuestion): string {
  const place = line === undefined ? programTexts.call(number) : programTexts.callAtLine(number, line);
  return othersWait === 0 ? place : `${place} · ${programTexts.othersWait(othersWait)}`;
}

/** What of the program has run by now: `Ran so far: list_expenses ×2 ok, pay failed`. */
export function hasRunText({ ran }: Pick<ProgramQuestion, "ran">): string {
  return ran.length === 0 ? programTexts.nothingHasRun : programTexts.hasRun(listText(ran.map(ranText)));
}

function ranText({ toolName, state, count }: RanCalls): string {
  return `${shownName(toolName)}${timesText(count)} ${programTexts.states[state]}`;
}

/** How a call stands: `ok`, `failed: timeout`. */
export function verdictText({ state, code }: Pick<ProgramCall, "state" | "code">): string {
  const saysMore = state === "failed" && code !== undefined && code !== "execution_failed" && code !== "user_error";
  return saysMore ? programTexts.failedWith(shownName(code.replaceAll("_", " "))) : programTexts.states[state];
}

/** How calls that share a line stand: `80 ok, 2 failed`. */
export function countsText({ counts }: Pick<Extract<ProgramRow, { kind: "calls" }>, "counts">): string {
  return counts.map(([state, count]) => `${count} ${programTexts.states[state]}`).join(", ");
}

/**
 * What a program waits for and since when: `It waits for 3 answers about send_mail, since 14:03`. `timeText`: how a
 * time is written, milliseconds since 1970.
 */
export function waitText({ questions, tools, since }: ProgramWait, timeText: (time: number) => string): string {
  const wait = programTexts.waits(questions, listText(tools.map(shownName)));
  return since === undefined ? wait : programTexts.waitsSince(wait, timeText(since));
}

function listText(texts: readonly string[]): string {
  const more = texts.length - MOST;
  return [...texts.slice(0, MOST), ...(more > 0 ? [programTexts.others(more)] : [])].join(", ");
}

function timesText(count: number): string {
  return count === 1 ? "" : ` ×${count}`;
}

function shownName(name: string): string {
  const shown = spelledOnOneLine(name.slice(0, LONGEST));
  return name.length > LONGEST ? `${shown}…` : shown;
}

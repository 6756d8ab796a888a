import { realpathSync } from "node:fs";
import { relative } from "node:path";
import type { ChangedTurn, ReversedTurn } from "@toolwright/workspace";
import { printableLine } from "../text/printable.ts";

/** Files named in one line; the rest is counted. */
const MAX_NAMED = 10;

/** What is said of an undo or a redo. */
export interface ReversedAbout {
  readonly kind: "undo" | "redo";
  /** The folder that the files are in. */
  readonly root: string;
  /** Name the command that goes on all the same. Default true. */
  readonly namesCommand?: boolean;
}

/** A line for each turn: what became of it, or why it was left alone. */
export function reversedLines(
  { kind, root, namesCommand = true }: ReversedAbout,
  reversed: readonly ReversedTurn[],
): readonly string[] {
  if (reversed.length === 0) return [`Nothing to ${kind}.`];
  const folder = realpathSync(root);
  const names = (paths: readonly string[]): string => named(paths.map((path) => relative(folder, path)).sort());
  return reversed.map((turn) => reversedLine({ kind, namesCommand, names }, turn));
}

interface Naming {
  readonly kind: "undo" | "redo";
  readonly namesCommand: boolean;
  readonly names: (paths: readonly string[]) => string;
}

function reversedLine({ kind, namesCommand, names }: Naming, reversed: ReversedTurn): string {
  const { turn, outcome, unkept = [], before } = reversed;
  const ran = unkept.length === 0 ? "" : `what ${named(unkept)} changed was not kept`;
  if (outcome.ok) {
    const done = `${kind === "undo" ? "Undid" : "Redid"} turn ${turn}: ${whatBecame(outcome, names)}`;
    return `${done}${ran === "" ? "" : `; ${ran}`}.`;
  }
  if (outcome.conflicts.length === 0 && ran !== "") {
    const left = `Turn ${turn} was left as it is: ${ran}.`;
    const next = before === undefined ? "" : ` \`toolwright undo --turn ${before}\` undoes the turn before it.`;
    return namesCommand ? `${left}${next} Runs with --undo-bash keep it.` : left;
  }
  const reasons = outcome.conflicts.map(({ path, reason }) => `${names([path])} ${reason}`).join("; ");
  const left = `Turn ${turn} was left as it is: ${reasons}.`;
  if (!namesCommand || !outcome.conflicts.every(({ canBeForced }) => canBeForced)) return left;
  const forced = kind === "undo" ? `toolwright undo --turn ${turn} --force` : "toolwright redo --force";
  return `${left} \`${forced}\` goes on all the same.`;
}

/** A line for each call, newest turn first. */
export function turnLines(turns: readonly ChangedTurn[]): readonly string[] {
  if (turns.length === 0) return ["Nothing was changed here."];
  return turns.flatMap(({ turn, calls }) =>
    calls.map(({ call, tool, time, files, undone }) => {
      const when = time.slice(0, 16).replace("T", " ");
      const state = undone ? " (undone)" : "";
      return printableLine(`${String(turn).padStart(4)}  ${when}  ${call.padEnd(9)}  ${tool} ${named(files)}${state}`);
    }),
  );
}

function whatBecame(
  { paths, removed }: { readonly paths: readonly string[]; readonly removed: readonly string[] },
  names: (paths: readonly string[]) => string,
): string {
  const restored = paths.filter((path) => !removed.includes(path));
  const parts = [
    restored.length === 0 ? [] : [`${names(restored)} restored`],
    removed.length === 0 ? [] : [`${names(removed)} removed`],
  ].flat();
  return parts.length === 0 ? "everything was as before already" : parts.join("; ");
}

function named(paths: readonly string[]): string {
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : "";
  return printableLine(paths.slice(0, MAX_NAMED).join(", ")) + more;
}

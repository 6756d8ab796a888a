import type { CommandReading } from "../guards/command-view.ts";
import type { ShellWord } from "../read/shell-word.ts";
import type { GatheredTouches } from "./gather-touches.ts";

/** So much of a command is told. */
const MAX_TEXT = 200;

/** Notes what a program does beside the files that it names. */
export function noteProgram(
  name: string,
  words: readonly ShellWord[],
  { findings, harmless, paths, read }: CommandReading,
  touched: GatheredTouches,
): void {
  const effect = read?.effect;
  const names = paths.some(({ access, counts }) => access === "edit" && counts !== "asked-denials");
  // The files of a repository, and the folder where `ls` stands, need no name.
  if (name === "git" || (paths.length === 0 && read?.form.alone !== undefined)) touched.mark("wide");
  if (findings.length > 0 && effect !== "loses") touched.mark("unclear");
  if (harmless) return;
  const text = words
    .map((word) => word.text)
    .join(" ")
    .slice(0, MAX_TEXT);
  if (effect === "network") touched.tell("sends", text);
  // Hooks run where git writes; what a program without a grammar does nobody knows.
  if (name === "git" || !isFiles(effect)) touched.tell("runs", text);
  else if (effect !== "network" && !names) touched.mark("unclear");
  // An option may have it write beside the files that it names: `sed -i.bak`, `cp --backup`.
  if (effect !== "writes" || (read !== undefined && read.options.length > 0)) touched.mark("lasting");
}

/** What a program without a grammar does nobody knows. Hooks run where git writes. */
export function mayRunCode(name: string, { harmless, read }: CommandReading): boolean {
  if (harmless) return false;
  return name === "git" || !/^(?:reads|writes|network)$/.test(read?.effect ?? "");
}

/** It changes files or talks to others, and runs no code. */
function isFiles(effect: string | undefined): boolean {
  return effect === "reads" || effect === "writes" || effect === "network" || effect === "loses";
}

import type { ShellWord } from "../read/shell-word.ts";
import { type Finding, guard } from "../verdict/finding.ts";

/** What asks about a name that a shell cuts or expands, or a program takes for an option, where it is one of many. */
export function oddFindings(path: string, { resplit, expands }: ShellWord): readonly Finding[] {
  if (resplit !== true || (expands !== true && /^[^\s'"\\]*$/.test(path.slice(path.lastIndexOf("/") + 1)))) return [];
  return [guard(`${path} becomes other words here; use -print0 and xargs -0.`)];
}

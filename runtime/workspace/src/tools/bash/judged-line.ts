import { ToolError } from "@toolwright/core";
import type { Finding, ReadLine } from "@toolwright/shell-judge";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { areLookers } from "./programs-that-look.ts";
import { readWords } from "./read-words.ts";

/** What a line does, as far as its words say; a policy has judged it before, with rules and the disk. */
export interface JudgedLine {
  /** It changes nothing: there is nothing to undo. */
  readonly readsOnly: boolean;
  /** Every program of it is known and none runs code; git only looks. */
  readonly looks: boolean;
  /** It runs nothing of the project, as far as the names of its programs say: it cannot open what is denied. */
  readonly opensNoDenied: boolean;
}

/** Judges a line where it is about to run. Throws a `ToolError` for one that is never run. */
export function judgedLine(command: string, cwd: string, { root, home }: Workspace): JudgedLine {
  const read = readWords(command, { cwd, root, home });
  const { findings, looks } = read;
  const never = findings.find(({ kind }) => kind === "forbidden");
  if (never === undefined) {
    return { readsOnly: findings.every(changesNothing), looks, opensNoDenied: opensNoDenied(read) };
  }
  throw new ToolError(`This command is never run, whoever approves it. ${never.reason}`, {
    code: "security_violation",
    suggestion: "Name what is to be changed more narrowly, or let the user do it.",
  });
}

/**
 * What is denied is kept from a line that runs nothing of the project: the one decision for the policy that lets it run
 * for that, and for the call that runs it.
 */
export function opensNoDenied({ looks, commands }: ReadLine): boolean {
  return looks || areLookers(commands.map(({ name }) => name));
}

/** A rule may allow anything. */
function changesNothing({ verdict, rule, readOnly }: Finding): boolean {
  return verdict === "allow" && (rule === undefined || readOnly === true);
}

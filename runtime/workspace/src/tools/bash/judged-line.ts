import { ToolError } from "@toolwright/core";
import type { Finding } from "@toolwright/shell-judge";
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
  const { findings, looks, commands } = readWords(command, { cwd, root, home });
  const never = findings.find(({ kind }) => kind === "forbidden");
  if (never === undefined) {
    const readsOnly = findings.every(changesNothing);
    const opensNoDenied = looks || areLookers(commands.map((one) => one.command));
    return { readsOnly, looks, opensNoDenied };
  }
  throw new ToolError(`This command is never run, whoever approves it. ${never.reason}`, {
    code: "security_violation",
    suggestion: "Name what is to be changed more narrowly, or let the user do it.",
  });
}

/** A rule may allow anything. */
function changesNothing({ verdict, rule, readOnly }: Finding): boolean {
  return verdict === "allow" && (rule === undefined || readOnly === true);
}

import { type Finding, isHeldBySandbox, type ModeOptions, runsCode, type Touches } from "@toolwright/shell-judge";
import type { CommandChanges, KeptFiles } from "../undo/snapshots/command-changes.port.ts";
import type { JudgedCall, JudgedTool } from "./judge-tool.ts";
import { toolFamily } from "./tool-paths.ts";

/** Says of a line whether undo would bring back what it changes. */
export type ForeseeChanges = NonNullable<CommandChanges["foresee"]>;

/** A judged call, and how its findings are answered. */
export interface AnsweredCall extends JudgedTool {
  readonly mode: ModeOptions;
}

/**
 * The sandbox holds what a line reaches, and not what it takes from the folder: where undo would not bring that back,
 * no sandbox takes the place of a yes. Undo is promised only as far as it is foreseen.
 */
export async function heldToUndo(
  { tool, args }: JudgedCall,
  answered: AnsweredCall,
  foresee: ForeseeChanges | undefined,
): Promise<AnsweredCall> {
  const { findings, touches, mode } = answered;
  const { writes, deletes } = touches;
  if (foresee === undefined || toolFamily(tool) !== "bash" || writes.length + deletes.length === 0) return answered;
  const isHeld =
    mode.sandboxed && findings.some(isHeldBySandbox) && findings.every(({ verdict }) => verdict !== "deny");
  if (!isHeld && !promisesUndo(touches)) return answered;
  const line = { line: String(args.command), writes, deletes, background: args.background === true };
  const kept = await foresee(line).catch((): KeptFiles => ({ all: false, lost: "the host could not say" }));
  const told = { findings, mode, touches: kept.all ? touches : { ...touches, lasting: true } };
  if (!isHeld || kept.lost === undefined) return told;
  return { ...told, findings: findings.map((one) => unheld(one, kept.lost)), mode: { ...mode, sandboxed: false } };
}

function promisesUndo(touches: Touches): boolean {
  return !touches.lasting && !runsCode(touches);
}

function unheld(finding: Finding, why = ""): Finding {
  return isHeldBySandbox(finding)
    ? { ...finding, reason: `${finding.reason} Undo would not bring back what is there now: ${why}.` }
    : finding;
}

import type { Approver } from "@toolwright/core";
import type { ToolFlags } from "../flags.ts";

/** Nobody answers in a mode that is for runs which nobody watches. */
export function saysYes({ yes, mode }: Pick<ToolFlags, "yes" | "mode">): boolean {
  return yes === true && mode !== "deny-asks";
}

/** `--yes`: every question is answered with yes. Denials are no questions, so they stay. */
export const sayYes: Approver = {
  approve: async ({ approvalId }) => ({ approvalId, approve: true }),
};

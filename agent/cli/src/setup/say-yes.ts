import type { Approver } from "@toolwright/core";

/** `--yes`: every question is answered with yes. Denials are no questions, so they stay. */
export const sayYes: Approver = {
  approve: async ({ approvalId }) => ({ approvalId, approve: true }),
};

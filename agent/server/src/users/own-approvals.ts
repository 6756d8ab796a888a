import type { Approvals } from "@toolwright/store";

/** In no channel there is a conversation of this name: an answer that expects it finds none. */
const NOWHERE = { channel: "", chatId: "" };

/** Questions as one user sees them: those of others were never asked. */
export function ownApprovals(approvals: Approvals, owner: string): Approvals {
  const isOwn = async (approvalId: string) => (await approvals.get(approvalId))?.owner === owner;
  return {
    approver: (conversation, options) => approvals.approver(conversation, options),
    list: (range) => approvals.list({ ...range, owner }),
    async get(approvalId) {
      const asked = await approvals.get(approvalId);
      return asked?.owner === owner ? asked : undefined;
    },
    // A try at somebody else's question stands in the audit of that one.
    async claim(decision, expected, also) {
      const about = (await isOwn(decision.approvalId)) ? expected : { conversation: NOWHERE };
      return approvals.claim(decision, about, also);
    },
    async withdraw(approvalId) {
      if (await isOwn(approvalId)) await approvals.withdraw(approvalId);
    },
    audit: (range) => approvals.audit({ ...range, owner }),
  };
}

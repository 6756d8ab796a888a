import type { ActivityStream, Approver } from "@toolwright/core";

/**
 * Asks once the question has been told: what is kept is shown when it is stored, and a question would stand above the
 * call that it is about.
 */
export function askedAfterShown(approver: Approver, activity: ActivityStream): Approver {
  const told = new Set<string>();
  const waiting = new Map<string, () => void>();
  activity.subscribe("approval_request", ({ data: { approvalId } }) => {
    told.add(approvalId);
    waiting.get(approvalId)?.();
  });
  const shown = (approvalId: string, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (told.delete(approvalId) || signal.aborted) return resolve();
      waiting.set(approvalId, resolve);
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  return {
    async approve(request, tool, signal) {
      await shown(request.approvalId, signal);
      waiting.delete(request.approvalId);
      told.delete(request.approvalId);
      return approver.approve(request, tool, signal);
    },
    takeBack: async (approvalId) => approver.takeBack?.(approvalId),
  };
}

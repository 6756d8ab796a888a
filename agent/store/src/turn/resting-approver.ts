import type { Approver, DurableRun } from "@toolwright/core";

/**
 * The same approver, whose questions let the engine take the turn away while nobody answers. The engine's decision only
 * wakes: what was answered is what the approver says.
 */
export function restingApprover(approver: Approver, run: DurableRun): Approver {
  return {
    approve(request, tool, signal) {
      const { approvalId, expiresAt } = request;
      const { answer } = run.decision(
        approvalKey(approvalId),
        expiresAt === undefined ? undefined : new Date(expiresAt),
      );
      // Of a lost attempt nobody hears whether its question was opened.
      answer.catch(() => undefined);
      return approver.approve(request, tool, unlessLost(signal, run));
    },
    takeBack: async (approvalId) => approver.takeBack?.(approvalId),
  };
}

/** What `DurableHost.answer` takes when a question of a run was answered in the store. */
export function approvalAddress(runId: string, approvalId: string): string {
  return `${runId}/${approvalKey(approvalId)}`;
}

function approvalKey(approvalId: string): string {
  return `approval:${approvalId}`;
}

/** An attempt that was lost asks no more and takes nothing back: the next one goes on waiting. */
function unlessLost(signal: AbortSignal, { lost }: DurableRun): AbortSignal {
  const controller = new AbortController();
  const pass = () => {
    if (!lost.aborted) controller.abort(signal.reason);
  };
  if (signal.aborted) pass();
  else signal.addEventListener("abort", pass, { once: true });
  return controller.signal;
}

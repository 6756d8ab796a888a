import type { RunnerCore } from "../runner-core.ts";
import type { SettledCall } from "../tool-call.ts";

/** Hands late results to `onAsyncResult`. One that throws or rejects is logged, and disturbs nobody. */
export function tellLate({ options, logger }: RunnerCore, late: readonly SettledCall[]): void {
  for (const call of late) {
    const report = (error: unknown) =>
      logger.error("A late result could not be delivered", { toolCallId: call.toolCallId, error });
    try {
      const returned: unknown = options.onAsyncResult?.(call);
      if (returned instanceof Promise) returned.catch(report);
    } catch (error) {
      report(error);
    }
  }
}

import type { Approver, Conversation, Resolve, SettledCall, ToolRunner } from "@toolwright/core";
import { ledgerOf } from "./ledger.ts";

/** A call that the loop of another framework makes. */
export interface ForeignCall {
  /** What the other loop calls it. Left out or empty: nobody can tell a repetition of it. */
  readonly id?: string | undefined;
  readonly name: string;
  /**
   * The text that the model wrote, or the value that the other framework has made of it. It is read here from the
   * beginning.
   */
  readonly arguments: unknown;
  readonly signal?: AbortSignal | undefined;
  /**
   * The other loop's run: an object or a text that its calls have in common. Calls of one run share what a run
   * remembers: reads that repeat, loops, dependencies; and their time: reads together, everything else alone. Default:
   * no run.
   */
  readonly run?: object | string | undefined;
  readonly conversation?: Conversation | undefined;
  /** Answers `ctx.resolve` in place of the runner. */
  readonly resolve?: Resolve | undefined;
  /** Hears live output while the call runs. */
  readonly onOutput?: ((chunk: string) => void) | undefined;
  /** Answers questions about this call in place of the runner's approver. */
  readonly approver?: Approver | undefined;
  /**
   * Who asks a person where the policy or the tool wants one asked. `framework`: the other loop did, after
   * {@link foreignQuestion} had told it to; a call that was not asked about, or not with these arguments, does not run.
   * Default `runner`: its approver.
   */
  readonly approvals?: "runner" | "framework" | undefined;
}

/**
 * Runs a call of another framework's loop through the whole of a runner: reader, repair, validation, permission,
 * deadline, allowlist, masks, bounds, record. An id runs once: a repetition gets the result of the first call, also
 * while that runs, and with other arguments is refused as `security_violation`; where the runner has a journal, over
 * processes. Never rejects.
 */
export function foreignCall(runner: ToolRunner, call: ForeignCall): Promise<SettledCall> {
  return ledgerOf(runner).settle(call);
}

/** What the other loop has to ask its user before it makes a call. */
export interface ForeignQuestion {
  readonly approvalId: string;
  /** What would run: mended, with secrets masked. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly reason?: string;
}

/**
 * For a loop that asks its user itself: the question about a call, which is noted and, where the runner has a journal,
 * stored. Undefined where nobody has to be asked, or the call would be refused anyway. Runs nothing. Never rejects.
 */
export function foreignQuestion(runner: ToolRunner, call: ForeignCall): Promise<ForeignQuestion | undefined> {
  return ledgerOf(runner).ask(call);
}

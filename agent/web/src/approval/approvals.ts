import type { CallRisk, PendingQuestion } from "@toolwright/view/internal";
import { createContext } from "react";
import type { OfferedMore } from "./more-calls.tsx";

/** An answer to a question. */
export interface ApprovalAnswer {
  readonly approve: boolean;
  /** Other arguments to run with. */
  readonly arguments?: unknown;
  /** What the model is told of a refusal; a refusal without it stops the run. */
  readonly reason?: string;
  /** Saves the rules that were shown; `session`: they hold in this conversation alone. */
  readonly always?: boolean | "session";
  /** Lets the program that asked make so many more calls of the tool without a question. */
  readonly more?: { readonly toolName: string; readonly times: number };
  /** That of the question, as it is shown. */
  readonly preview?: string;
  /** Other questions of this conversation that are answered so, too. */
  readonly also?: readonly ShownQuestion[];
}

/** A question, and the `preview` of what is shown of it. */
export interface ShownQuestion {
  readonly approvalId: string;
  readonly preview?: string;
}

/** How questions are answered. */
export interface Approvals {
  /** One sentence where the answer did not count; never rejects. */
  decide(approvalId: string, answer: ApprovalAnswer): Promise<string | undefined>;
  /** The rules that `always` would save; none while they are not known. */
  rulesFor(approvalId: string): readonly string[];
  /** Whether these rules can be kept for this conversation alone. */
  keepsForSession?(approvalId: string): boolean;
  /**
   * The arguments that the question is about, where they are known: a call can be asked about with others than the
   * model wrote.
   */
  argumentsFor?(approvalId: string): unknown;
  /** How far the call gets, where that is known. */
  reachFor?(approvalId: string): PendingQuestion["reach"];
  /** Whether all that the call may do is known to be nothing, or to be undone. */
  isUndoable?(approvalId: string, toolName: string): boolean;
  /** What the call may do at worst, where that is known. */
  riskOf?(approvalId: string, toolName: string): CallRisk | undefined;
  /** Why `always` is not offered, in one sentence, where that is known. */
  neverAlways?(approvalId: string): string | undefined;
  /** What an answer may allow besides, where the question comes from inside a program. */
  moreFor?(approvalId: string): OfferedMore | undefined;
  /** Called when a question is shown. */
  onAsked?(approvalId: string): void;
}

/** Undefined in an app that has nothing to answer with but assistant-ui's own `respondToApproval`. */
export const ApprovalsContext = createContext<Approvals | undefined>(undefined);

/** Gives the cards inside it a way to answer questions. */
export const ApprovalsProvider = ApprovalsContext.Provider;

import type { ApprovalDecision, ApprovalRequest } from "@toolwright/core";

/** A question about a call inside a program. */
export interface InsideQuestion {
  readonly request: ApprovalRequest;
  /** Which call of the program it is, or is inside of, counted from 1. */
  readonly number: number;
  /** Where the program made the call, counted from 1; undefined where that is not told. */
  readonly line: number | undefined;
}

/** How long others may follow a question that are asked together with it: what a program asks for at once comes so. */
const TOGETHER_MS = 20;

/** Questions about calls inside a call that stays as it is until they are answered. */
export class InsideQuestions {
  readonly #open = new Map<string, InsideQuestion & { readonly answer: (decision: ApprovalDecision) => void }>();
  readonly #lines = new Map<string, number>();
  #tell = (): void => undefined;

  /** Those that wait, in the order of asking. */
  get open(): readonly InsideQuestion[] {
    return [...this.#open.values()];
  }

  /** Where a program has made a call. */
  madeAt(toolCallId: string, line: number): void {
    this.#lines.set(toolCallId, line);
  }

  /** Resolves when somebody has answered; a call that is stopped has its no. */
  ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalDecision> {
    const { approvalId, toolCallId } = request;
    // Of a call inside a call of the program, or of an agent that it has called, the id goes on.
    const [program = "", place = ""] = toolCallId.split("/");
    const about = { request, number: Number(place) + 1, line: this.#lines.get(`${program}/${place}`) };
    return new Promise((resolve) => {
      this.#open.set(approvalId, { ...about, answer: resolve });
      signal.addEventListener("abort", () => this.answer(approvalId, { approve: false }), { once: true });
      this.#tell();
    });
  }

  /** Counts once. */
  answer(approvalId: string, decision: { readonly approve: boolean; readonly reason?: string }): void {
    const question = this.#open.get(approvalId);
    if (!this.#open.delete(approvalId)) return;
    const { approve, reason = SAID_NO } = decision;
    question?.answer(approve ? { approvalId, approve } : { approvalId, approve, reason });
  }

  /** Resolves as soon as there is a question. */
  async asked(): Promise<void> {
    if (this.#open.size === 0)
      await new Promise<void>((resolve) => {
        this.#tell = resolve;
      });
    await new Promise((resolve) => setTimeout(resolve, TOGETHER_MS));
  }
}

const SAID_NO = "The person said no.";

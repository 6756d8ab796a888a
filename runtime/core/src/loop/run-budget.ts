import { isAborted, untilAborted } from "../async/abort.ts";
import { type Amount, type Ledger, ledgerOf } from "../budget/budget.ts";
import { tokensIn } from "../compact/message-tokens.ts";
import type { EventData, EventType } from "../journal/event.ts";
import { costOf } from "../model/cost-of.ts";
import type { CompletionStreamParams, LlmCompletionResult, ModelPort, Usage } from "../model/model-port.ts";
import { utf8Length } from "../text/utf8-length.ts";
import type { HeldCall } from "./ask-model.ts";
import { contextTokens } from "./context-tokens.ts";
import type { Run } from "./run.ts";
import type { ToolLoopConfig } from "./tool-loop-config.ts";

/** A model call that is about to be made. */
export interface ComingCall {
  readonly model: ModelPort;
  readonly params: CompletionStreamParams;
  /** The messages are others than the history of the run. */
  readonly isApart: boolean;
}

/** What a run has of its budget. */
export class RunBudget {
  readonly ledger: Ledger;

  /** Throws a `TypeError` for a limit in money where the price of a model is not known. */
  constructor({ budget = {}, model, compaction }: ToolLoopConfig) {
    this.ledger = ledgerOf(budget);
    if (this.ledger.limits.maxCostUsd === undefined) return;
    const writer = typeof compaction === "object" ? compaction.model : undefined;
    for (const one of [model, writer ?? model]) checkPrice(one);
  }

  /**
   * Reserves what a model call may take; a sentence for people where there is no room for it. Waits where calls under
   * way have reserved more than they may need.
   */
  async hold(run: Run, call: ComingCall): Promise<HeldCall | string> {
    const { ledger } = this;
    const { signal } = run.config;
    const read = inputTokens(run, call);
    const amount = amountOf(call, read);
    while (!ledger.reserve(amount)) {
      if (!ledger.mayFitLater(amount)) return ledger.whyNot(amount);
      await untilAborted(ledger.nextFreed(), signal);
      if (isAborted(signal)) return "The run was stopped.";
    }
    return {
      end: (completion) => {
        ledger.free(amount);
        run.addUsage(completion?.usage);
        // Nobody knows what an answer took whose provider does not say: as much as was reserved.
        if (completion !== undefined && isBilledUnsaid(completion)) ledger.spend(usageOf(amount, read));
      },
    };
  }

  /** The time in which a person is waited for does not count. */
  hear<T extends EventType>(runId: string, type: T, data: EventData[T]): void {
    const turn = TURNS[type];
    if (turn !== undefined && "toolCallId" in data) this.ledger.clock[turn](`${runId}/${data.toolCallId}`);
  }
}

const TURNS: { readonly [T in EventType]?: "asked" | "answered" } = {
  approval_request: "asked",
  approval_decision: "answered",
  tool_call_end: "answered",
};

function checkPrice({ name, price }: ModelPort): void {
  if (price !== undefined) return;
  const example = `withPrices(model, { ${JSON.stringify(name)}: { input: 1.25, output: 10 } })`;
  throw new TypeError(`budget.maxCostUsd needs the price of ${name}, in dollars for a million tokens: ${example}.`);
}

/** What the provider has counted of the history, with the rest of it, or all of the request, roughly. */
function inputTokens(run: Run, { params: { messages, tools = [] }, isApart }: ComingCall): number {
  const said = isApart ? tokensIn(messages) : contextTokens(run);
  const isCounted = !isApart && run.counted !== undefined;
  return said + (isCounted ? 0 : Math.ceil(utf8Length(JSON.stringify(tools)) / BYTES_PER_TOKEN));
}

/** Bytes of one token of a tool's definition, roughly. */
const BYTES_PER_TOKEN = 4;

function amountOf({ model: { price }, params: { maxTokens = 0 } }: ComingCall, inputTokens: number): Amount {
  const costUsd = price === undefined ? 0 : costOf({ inputTokens, outputTokens: maxTokens }, price);
  return { tokens: inputTokens + maxTokens, costUsd };
}

function isBilledUnsaid({ usage, error }: LlmCompletionResult): boolean {
  return usage === undefined && (error === undefined || !UNBILLED.has(error.code));
}

/** With these a provider has not begun to answer. */
const UNBILLED: ReadonlySet<string> = new Set([
  "http",
  "connection",
  "invalid_options",
  "script_exhausted",
  "tape_miss",
]);

function usageOf({ tokens, costUsd }: Amount, inputTokens: number): Usage {
  return { inputTokens, outputTokens: tokens - inputTokens, costUsd };
}

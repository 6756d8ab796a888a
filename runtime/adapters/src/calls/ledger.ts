import type {
  ApprovalDecision,
  ApprovalRequest,
  CallContext,
  Foreseen,
  JsonObject,
  SettledCall,
  ToolRunner,
} from "@toolwright/core";
import { type CallRecord, present, type RecordedCall, renderOutput, toolMessage } from "@toolwright/core/internal";
import { argumentKey, asArguments } from "./argument-key.ts";
import type { ForeignCall, ForeignQuestion } from "./foreign-call.ts";
import { ForeignRuns } from "./foreign-runs.ts";
import { asksFor, recordedCalls } from "./recorded-calls.ts";
import { CROSSED, ended, FORGOTTEN, LEFT, NOT_ASKED, UNKNOWN, UNRECORDED } from "./refusals.ts";
import { KnownCalls } from "./settled-calls.ts";

/** Told with a question. */
type QuestionWords = Pick<ApprovalRequest, "reason" | "reach">;

const ledgers = new WeakMap<ToolRunner, Ledger>();

/** The ledger of a runner: one, whoever brings it calls. */
export function ledgerOf(runner: ToolRunner): Ledger {
  const known = ledgers.get(runner) ?? new Ledger(runner);
  ledgers.set(runner, known);
  return known;
}

/**
 * What foreign loops asked of one runner: which calls were made, which are asked about, and which run belongs to which.
 */
class Ledger {
  readonly #runner: ToolRunner;
  readonly #runs: ForeignRuns;
  readonly #known = new KnownCalls();
  #recorded: Promise<ReadonlyMap<string, RecordedCall>> | undefined;

  constructor(runner: ToolRunner) {
    this.#runner = runner;
    this.#runs = new ForeignRuns(runner);
  }

  /** Runs a call, or gives what it came to. */
  settle(call: ForeignCall): Promise<SettledCall> {
    const id = idOf(call);
    if (id === undefined) return this.#run(call);
    const key = argumentKey(call.name, call.arguments);
    const known = this.#known.get(id);
    if (known?.kind === "forgotten") return Promise.resolve(ended(call, FORGOTTEN));
    if (known !== undefined && known.key !== key) return Promise.resolve(ended(call, CROSSED));
    if (known?.kind === "made") return joined(known.settled, call);
    const settling = known === undefined ? this.#settleFirst(call) : this.#answered(call, known.approvalId);
    const settled = settling.catch((error) => this.#unrecorded(call, error));
    this.#known.add(id, key, settled);
    return settled;
  }

  /** The question about a call that has to be asked elsewhere; the same one again for a call that was asked about. */
  async ask(call: ForeignCall): Promise<ForeignQuestion | undefined> {
    const foreseen = await this.#foresee(call);
    if (foreseen.verdict !== "ask") return undefined;
    const { arguments: args, reason, reach } = foreseen;
    const approvalId = await this.#noted(call, args, present({ reason, reach })).catch((error) =>
      this.#unasked(call, error),
    );
    if (approvalId === undefined) return undefined;
    return { approvalId, arguments: args, ...present({ reason }) };
  }

  /** Undefined where the id stands for something else, or has been used: running it will be refused. */
  async #noted(call: ForeignCall, args: JsonObject, words: QuestionWords): Promise<string | undefined> {
    const id = idOf(call);
    if (id === undefined) return crypto.randomUUID();
    const recorded = (await this.#records()).get(id);
    const key = argumentKey(call.name, call.arguments);
    const known = this.#known.get(id);
    if (known !== undefined) return known.kind === "asked" && known.key === key ? known.approvalId : undefined;
    if (recorded !== undefined && !isOpenQuestion(recorded, call, args)) return undefined;
    const approvalId = recorded?.approvalId ?? crypto.randomUUID();
    this.#known.note(id, { key, approvalId });
    if (recorded === undefined) await this.#store(call, { approvalId, args, ...words });
    return approvalId;
  }

  /** Nobody is asked what could not be stored: the call will be refused. */
  #unasked(call: ForeignCall, error: unknown): undefined {
    this.#known.drop(idOf(call) ?? "");
    this.#unrecorded(call, error);
  }

  /** Only what comes before a call can fail so: nothing has run. */
  #unrecorded(call: ForeignCall, error: unknown): SettledCall {
    this.#recorded = undefined;
    const { logger = console } = this.#runner.options;
    logger.error("A call of another framework could not be recorded", { tool: call.name, error });
    return ended(call, UNRECORDED);
  }

  /** The record has the question as it would have one of the runner's own. */
  async #store(call: ForeignCall, question: QuestionWords & { approvalId: string; args: JsonObject }): Promise<void> {
    const { activity } = this.#runner.options;
    const { approvalId, args, reason, reach } = question;
    const about = { toolCallId: call.id ?? "", toolName: call.name, arguments: args };
    const { runId } = this.#runs.of(call.run);
    await activity?.emit("tool_call_start", about, { id: about.toolCallId, runId });
    const asked = { approvalId, ...about, ...present({ reason, reach }) };
    await activity?.emit("approval_request", asked, { runId, parentId: about.toolCallId });
  }

  /** A call that this process sees for the first time: an earlier one may have begun it. */
  async #settleFirst(call: ForeignCall): Promise<SettledCall> {
    const recorded = (await this.#records()).get(call.id ?? "");
    if (recorded?.start !== undefined) return this.#goOn(call, recorded);
    if (call.approvals !== "framework") return this.#run(call);
    const foreseen = await this.#foresee(call);
    return foreseen.verdict === "ask" ? ended(call, NOT_ASKED) : this.#run(call);
  }

  async #goOn(call: ForeignCall, recorded: RecordedCall): Promise<SettledCall> {
    const foreseen = await this.#foresee(call);
    const args = foreseen.verdict === "refuse" ? {} : foreseen.arguments;
    if (!asksFor(recorded, call.name, args)) return ended(call, CROSSED);
    const { end, approvalId, decision, retries } = recorded;
    if (end !== undefined) return settledFrom(end);
    const record = { started: true, ...present({ approvalId, decision }) };
    if (approvalId !== undefined && decision === undefined) return this.#answered(call, approvalId);
    if (decision?.approve === false) return this.#run(call, record);
    if (this.#runner.options.registry.get(call.name)?.effects.idempotent !== true) return this.#lost(call);
    await this.#tellRetry(call, retries + 2);
    return this.#run(call, { ...record, attempt: retries + 2 });
  }

  /**
   * The user of the other framework said yes, for it makes only calls that were allowed; or the runner asks, about the
   * same question.
   */
  async #answered(call: ForeignCall, approvalId: string): Promise<SettledCall> {
    if (call.approvals !== "framework") return this.#run(call, { started: true, approvalId });
    const decision: ApprovalDecision = { approvalId, approve: true };
    const toolCallId = call.id ?? "";
    const { runId } = this.#runs.of(call.run);
    const about = { runId, parentId: toolCallId };
    await this.#runner.options.activity?.emit("approval_decision", { ...decision, toolCallId }, about);
    return this.#run(call, { started: true, approvalId, decision });
  }

  /** Another process began it and did not come to its end. */
  async #lost(call: ForeignCall): Promise<SettledCall> {
    const settled = ended(call, UNKNOWN, true);
    const { toolCallId, toolName, result } = settled;
    const about = { id: toolCallId, runId: this.#runs.of(call.run).runId };
    const { activity } = this.#runner.options;
    const data = { toolCallId, toolName, code: UNKNOWN.code, error: UNKNOWN.message };
    await activity?.emit("error", data, about);
    await activity?.emit("tool_call_end", { toolCallId, toolName, success: false, result, durationMs: 0 }, about);
    return settled;
  }

  async #tellRetry(call: ForeignCall, attempt: number): Promise<void> {
    const message = `${call.name} is run again (attempt ${attempt}).`;
    await this.#runner.options.activity?.emit("warning", { code: "call_retried", message }, { parentId: call.id });
  }

  #run(call: ForeignCall, recorded?: CallRecord): Promise<SettledCall> {
    const run = this.#runs.of(call.run);
    const context = { ...contextOf(call, run.runId), ...present({ recorded }) };
    return this.#runs.inTurn(call, run, () => this.#runner.exec(proposedBy(call), context));
  }

  #foresee(call: ForeignCall): Promise<Foreseen> {
    return this.#runner.foresee(proposedBy(call), contextOf(call, undefined));
  }

  /** What the journal held when the first foreign call came: from there on all of them are known here. */
  #records(): Promise<ReadonlyMap<string, RecordedCall>> {
    const journal = this.#runner.options.activity?.journal;
    this.#recorded ??= journal === undefined ? Promise.resolve(new Map()) : recordedCalls(journal);
    return this.#recorded;
  }
}

function idOf({ id, conversation }: ForeignCall): string | undefined {
  if (id === undefined || id === "") return undefined;
  return conversation === undefined ? id : JSON.stringify([conversation.channel, conversation.chatId, id]);
}

function proposedBy({ id, name, arguments: args }: ForeignCall) {
  return { name, arguments: asArguments(args), ...present({ id }) };
}

function contextOf(
  { signal, conversation, resolve, onOutput, approver }: ForeignCall,
  runId: string | undefined,
): CallContext {
  return { signal, conversation, resolve, onOutput, approver, runId };
}

function isOpenQuestion(recorded: RecordedCall, { name }: ForeignCall, args: JsonObject): boolean {
  const { approvalId, decision, end } = recorded;
  return approvalId !== undefined && decision === undefined && end === undefined && asksFor(recorded, name, args);
}

/** Who joins a call may leave again; the call goes on for whoever made it. */
function joined(settled: Promise<SettledCall>, call: ForeignCall): Promise<SettledCall> {
  const { signal } = call;
  if (signal === undefined) return settled;
  return new Promise((resolve) => {
    const leave = () => resolve(ended(call, LEFT, true));
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
    void settled.then((known) => {
      signal.removeEventListener("abort", leave);
      resolve(known);
    });
  });
}

function settledFrom(end: RecordedCall["end"] & object): SettledCall {
  const { toolCallId, toolName, result, content, durationMs, stop } = end;
  const message = toolMessage({ toolCallId, content: content ?? renderOutput(result.output), result });
  return { toolCallId, toolName, result, message, durationMs, ...present({ stop }) };
}

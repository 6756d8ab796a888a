import type {
  AgentContext,
  PermissionOption,
  RequestPermissionOutcome,
  RequestPermissionRequest,
} from "@agentclientprotocol/sdk";
import type { CallPreview, JsonObject } from "@toolwright/core";
import { isJsonObject, present } from "@toolwright/core/internal";
import type { ApprovalList, DecisionRequest } from "@toolwright/view";
import { callPreviewIn, reachWords, spelledOnOneLine, textIn } from "@toolwright/view/internal";
import type { ServerApi } from "../server-api.ts";
import { askedContent, fencedContent } from "../updates/call-content.ts";
import { callShape } from "../updates/call-shape.ts";
import { placeInProgram } from "../updates/program-content.ts";
import type { AskedCall, RunUpdates } from "../updates/run-updates.ts";

/** Who is asked, and about what. */
export interface QuestionsOptions {
  readonly api: ServerApi;
  readonly client: AgentContext;
  readonly sessionId: string;
  readonly root: string;
  readonly updates: RunUpdates;
}

/** One question as the stream of a run tells it. */
interface Question extends AskedCall {
  readonly approvalId: string;
  readonly toolCallId: string;
  readonly reason: string | undefined;
  /** What the call would do, and the name of exactly that. */
  readonly shows: CallPreview;
  readonly preview: string | undefined;
}

/** The questions of a session, one at a time. An answer that was given elsewhere takes a question back. */
export class Questions {
  readonly #options: QuestionsOptions;
  readonly #open = new Map<string, AbortController>();
  /** What is refused for the rest of the session, by what "always" would have saved. */
  readonly #never = new Set<string>();
  #last: Promise<void> = Promise.resolve();

  constructor(options: QuestionsOptions) {
    this.#options = options;
  }

  /** Goes by the data parts of a run. */
  hear(name: string, data: JsonObject): void {
    const approvalId = textIn(data, "approvalId");
    if (approvalId === undefined) return;
    if (name === "approval-decision") this.#open.get(approvalId)?.abort();
    if (name !== "approval-request" || this.#open.has(approvalId)) return;
    const controller = new AbortController();
    this.#open.set(approvalId, controller);
    const question = { ...this.#known(data), approvalId };
    this.#last = this.#last
      .then(() => this.#ask(question, controller.signal))
      .catch(() => undefined)
      .finally(() => this.#open.delete(approvalId));
  }

  /** Takes back what is still open. */
  takeBack(): void {
    for (const controller of this.#open.values()) controller.abort();
  }

  #known(data: JsonObject): Omit<Question, "approvalId"> {
    const toolCallId = textIn(data, "toolCallId") ?? "";
    const known = this.#options.updates.about(toolCallId);
    const args = data.arguments;
    return {
      toolCallId,
      parentId: known?.parentId,
      program: known?.program,
      question: known?.question,
      toolName: textIn(data, "toolName") ?? known?.toolName ?? "",
      args: isJsonObject(args) ? args : (known?.args ?? {}),
      reason: textIn(data, "reason"),
      shows: callPreviewIn(data) ?? {},
      preview: textIn(data, "preview"),
    };
  }

  async #ask(question: Question, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { api } = this.#options;
    const rules = await this.#rulesFor(question);
    const key = keyOf(question, rules.always);
    const decision = this.#never.has(key) ? NEVER : await this.#answer(question, { rules, signal, key });
    if (decision === undefined || signal.aborted) return;
    const body: DecisionRequest = { ...decision, ...present({ preview: question.preview }) };
    await api.get(`/api/approvals/${encodeURIComponent(question.approvalId)}`, { body });
  }

  /** The rules that "always" would save, and how far the call gets. */
  async #rulesFor({ approvalId }: Question): Promise<OfferedRules> {
    const { approvals } = await this.#options.api.get<ApprovalList>("/api/approvals");
    return approvals.find((one) => one.approvalId === approvalId) ?? { always: [] };
  }

  async #answer(
    question: Question,
    { rules, signal, key }: { readonly rules: OfferedRules; readonly signal: AbortSignal; readonly key: string },
  ): Promise<DecisionRequest | undefined> {
    const { client, sessionId, root, updates } = this.#options;
    const { toolCallId, toolName, args, reason, shows, parentId } = question;
    // Others may have been asked about, or have run, since it was asked.
    const place = updates.about(toolCallId)?.question ?? question.question;
    const said = [reason, rules.reach && reachWords(rules.reach)].filter((words) => words !== undefined);
    const content = [
      ...said.map((words) => fencedContent(words)),
      ...(place === undefined ? [] : placeInProgram(place)),
      ...askedContent(args, shows, root),
    ];
    const request: RequestPermissionRequest = {
      sessionId,
      toolCall: {
        toolCallId,
        ...callShape(question, root),
        rawInput: args,
        content,
        ...(parentId !== undefined && { _meta: { toolwright: { parentId } } }),
      },
      options: optionsFor(rules, spelledOnOneLine(toolName)),
    };
    const waiting = { cancellationSignal: signal, stopWaitingOnCancel: true };
    const outcome = await client.request("session/request_permission", request, waiting).then(
      (answer) => answer.outcome,
      (): RequestPermissionOutcome => ({ outcome: "cancelled" }),
    );
    if (signal.aborted) return undefined;
    const optionId = outcome.outcome === "selected" ? outcome.optionId : "reject";
    if (optionId === "never") this.#never.add(key);
    if (optionId === "program" && rules.program !== undefined)
      return { approve: true, more: { toolName, times: MORE } };
    return DECISIONS[optionId] ?? { approve: false };
  }
}

const NEVER: DecisionRequest = {
  approve: false,
  reason: "The person does not want this in this session. Do without it.",
};

/** By the id of an option; what is not known refuses. A refusal without a word to the model stops the run. */
const DECISIONS: Readonly<Record<string, DecisionRequest | undefined>> = Object.assign(Object.create(null), {
  once: { approve: true },
  always: { approve: true, always: true },
  session: { approve: true, always: "session" },
  reject: { approve: false },
  never: NEVER,
} satisfies Record<string, DecisionRequest>);

type OfferedRules = Pick<ApprovalList["approvals"][number], "always" | "forSession" | "reach" | "program">;

/** Calls of a program that one answer allows besides: an editor takes no number. */
const MORE = 20;

function optionsFor({ always, forSession, program }: OfferedRules, toolName: string): PermissionOption[] {
  const shown = always.join(", ");
  return [
    { optionId: "once", name: "Yes, once", kind: "allow_once" },
    ...(always.length === 0 ? [] : [{ optionId: "always", name: `Always: ${shown}`, kind: "allow_always" } as const]),
    ...(forSession === true
      ? [{ optionId: "session", name: `In this session: ${shown}`, kind: "allow_always" } as const]
      : []),
    ...(program === undefined
      ? []
      : [
          {
            optionId: "program",
            name: `Yes, and ${MORE} more of ${toolName} in this program`,
            kind: "allow_once",
          } as const,
        ]),
    { optionId: "reject", name: "No, and stop", kind: "reject_once" },
    { optionId: "never", name: "Not in this session; go on without it", kind: "reject_always" },
  ];
}

/** Where no rule would allow a call, "never" is about that very call. */
function keyOf({ toolName, args }: Question, always: readonly string[]): string {
  return JSON.stringify(always.length > 0 ? [...always].sort() : [toolName, args]);
}

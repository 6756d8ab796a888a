import { randomUUID } from "node:crypto";
import {
  ActivityStream,
  type CompactResult,
  type Conversation,
  compactConversation,
  type Message,
  type ModelPort,
  override,
  sharedDependencies,
  streamToolLoop,
  type ToolLoopConfig,
  type ToolLoopResult,
  type ToolLoopStream,
  type ToolRegistry,
} from "@toolwright/core";
import { contentText, type ToolRecord } from "@toolwright/core/internal";
import { createSubAgents, type SubAgentsOptions } from "../agents/create-sub-agents.ts";
import { SUB_AGENTS } from "../agents/sub-agents.port.ts";
import { withReviewer } from "../reviewer/with-reviewer.ts";
import { SANDBOX } from "../sandbox/sandbox.port.ts";
import { TodoList } from "../tools/todos/todo-list.ts";
import { SeenFiles } from "../tracking/seen-files.ts";
import { createChangeLog } from "../undo/file-change-log.ts";
import { type ReversedTurn, type UndoOptions, undoChanges } from "../undo/undo-changes.ts";
import { workspaceOverrides } from "../workspace/workspace-overrides.ts";
import type { FolderFoundation } from "./folder-agent.ts";
import { checkConversationOptions, type FolderConversationOptions } from "./folder-conversation-options.ts";
import { once } from "./folder-sandbox.ts";

/** How one request is run. */
export interface RunOptions<O = unknown>
  extends Partial<Pick<ToolLoopConfig, "model" | "use" | "now">>,
    Pick<
      ToolLoopConfig,
      "signal" | "maxIterations" | "budget" | "stopWhen" | "prepareStep" | "llmOptions" | "onAsyncResult" | "steering"
    >,
    Pick<ToolLoopConfig<ToolRecord, O>, "output"> {}

/** How what was said is summarised by hand. */
export interface CompactRunOptions extends Pick<RunOptions, "model" | "signal"> {
  /** What the summary has to hold besides, in words. */
  readonly instructions?: string;
}

/** What became of turns that a conversation takes back. */
export interface UndoneConversation {
  readonly reversed: readonly ReversedTurn[];
  /**
   * The conversation as it was before the oldest turn that was undone: its model knows nothing of that turn and of what
   * was said since, and has read no file. Left out where nothing was undone, or its request was made in another
   * process.
   */
  readonly fork?: FolderConversation;
}

/** So many runs are remembered; the oldest go first. */
const MAX_RUNS = 1_000;

/** Empty where nobody reviews. */
type ReviewedQuestions = Pick<ToolLoopConfig, "policy">;

/** A conversation with an agent in its folder: files it has seen, its plan, its history. */
export class FolderConversation {
  readonly conversation: Conversation;
  readonly activity: ActivityStream;
  readonly seenFiles = new SeenFiles();
  readonly #foundation: FolderFoundation;
  readonly #model: ModelPort | undefined;
  readonly #own: FolderConversationOptions;
  /** With the tools themselves, which sub-agents call one by one, in code mode too. */
  readonly #config: FolderConversation["config"];
  /** By run: what was said before its request. */
  readonly #beginnings = new Map<string, readonly Message[]>();
  /** By run: the policy that its sub-agents have, too. */
  readonly #reviews = new Map<string, ReviewedQuestions>();
  #history: readonly Message[];
  #earlier: readonly Conversation[] = [];

  constructor(foundation: FolderFoundation, own: FolderConversationOptions = {}) {
    checkConversationOptions(own);
    this.#foundation = foundation;
    this.#own = own;
    this.#model = own.model ?? foundation.options.model;
    this.conversation = own.conversation ?? { channel: "folder", chatId: randomUUID() };
    this.activity = own.activity ?? new ActivityStream();
    this.#history = own.history ?? foundation.told.instructions;
    this.#config = this.#configure(own);
  }

  /** What its tools run with: for a loop, a runner or a server of your own. Read anew for each run. */
  get config(): Omit<ToolLoopConfig, "model" | "output" | "compaction"> {
    return { ...this.#config, tools: this.#foundation.offered(this.#tools) };
  }

  /** What was said so far, the instructions first. */
  get history(): readonly Message[] {
    return this.#history;
  }

  /**
   * Goes on with a request; several messages replace what was said before. Rejects with a `TypeError` where there is no
   * model; whatever goes wrong in the run is in its result.
   */
  async run<O = unknown>(
    request: string | readonly Message[],
    options: RunOptions<O> = {},
  ): Promise<ToolLoopResult<O>> {
    const { final } = this.stream(request, options);
    const result = await final;
    this.#history = result.messages;
    return result;
  }

  /** The same with its events. */
  stream<O = unknown>(
    request: string | readonly Message[],
    options: RunOptions<O> = {},
  ): ToolLoopStream<ToolRecord, O> {
    const messages = this.#messages(request);
    const reviewed = this.#reviewed(messages);
    const stream = streamToolLoop({ ...this.#runnable(options), ...reviewed }, messages);
    put(this.#beginnings, stream.runId, beforeRequest(messages));
    put(this.#reviews, stream.runId, reviewed);
    void stream.final.then(({ messages }) => {
      this.#history = messages;
    });
    return stream;
  }

  /**
   * Puts a summary by the model in the place of what was said before, now. Rejects with a `TypeError` where there is no
   * model; `compacted` of the result is left out where nothing was summarised, and `error` says why where the model did
   * not help.
   */
  async compact({ instructions, ...options }: CompactRunOptions = {}): Promise<CompactResult> {
    const result = await compactConversation(this.#runnable(options), this.#history, { instructions });
    this.#history = result.messages;
    return result;
  }

  /**
   * Takes back the last turns of this conversation that changed files. It stays as it is itself; `fork` goes on from
   * before them.
   */
  async undo(turns = 1, how: Pick<UndoOptions, "force" | "now"> = {}): Promise<UndoneConversation> {
    const { workspace, options } = this.#foundation;
    const reversed: ReversedTurn[] = [];
    for (const conversation of this.names) {
      const about = { conversation, ...(options.secrets && { secrets: options.secrets }), ...how };
      const last = turns - reversed.length;
      if (last > 0) reversed.push(...(await undoChanges(workspace, { last }, about)));
      if (reversed.some(({ outcome }) => !outcome.ok)) break;
    }
    const undone = new Set(reversed.flatMap(({ runId, outcome }) => (outcome.ok ? [runId] : [])));
    const runs = [...this.#beginnings.keys()];
    const oldest = runs.findIndex((runId) => undone.has(runId));
    return { reversed, ...(oldest >= 0 && { fork: this.#fork(runs.slice(0, oldest + 1)) }) };
  }

  /**
   * The same conversation under another name, such as that of a stored fork: what it does from now on is logged there.
   */
  as(conversation: Conversation): FolderConversation {
    const { activity } = this;
    const other = new FolderConversation(this.#foundation, { ...this.#own, conversation, activity });
    other.#history = this.#history;
    other.#earlier = [this.conversation, ...this.#earlier];
    for (const [runId, messages] of this.#beginnings) other.#beginnings.set(runId, messages);
    return other;
  }

  /** All names under which its changes are logged, the newest first. */
  get names(): readonly Conversation[] {
    return [this.conversation, ...this.#earlier];
  }

  /** Ends what it runs in the background, and disposes of what its tools keep for it. */
  async end(): Promise<void> {
    const { backgroundJobs, workspace } = this.#foundation;
    await backgroundJobs.end({ workspace, conversation: this.conversation });
    await sharedDependencies.endConversation(this.conversation);
  }

  /** The last of the runs is the one that it knows nothing of. */
  #fork(runs: readonly string[]): FolderConversation {
    const { conversation, activity } = this;
    const fork = new FolderConversation(this.#foundation, { ...this.#own, conversation, activity });
    fork.#earlier = this.#earlier;
    for (const runId of runs) {
      fork.#history = this.#beginnings.get(runId) ?? fork.#history;
      if (runId !== runs.at(-1)) fork.#beginnings.set(runId, fork.#history);
    }
    return fork;
  }

  #messages(request: string | readonly Message[]): readonly Message[] {
    return typeof request === "string" ? [...this.#history, { role: "user", content: request }] : request;
  }

  #runnable<O>(options: RunOptions<O>): ToolLoopConfig<ToolRecord, O> {
    const model = options.model ?? this.#model;
    if (model === undefined) {
      throw new TypeError("This agent has no model: createFolderAgent({ root, model }), or open({ model }).");
    }
    return { ...this.#compaction, ...this.config, ...options, model };
  }

  /** Apart from what a runner takes, too. */
  get #compaction(): Pick<ToolLoopConfig, "compaction"> {
    return { compaction: this.#foundation.options.compaction ?? true };
  }

  /** The questions of one run, with its reviewer. */
  #reviewed(messages: readonly Message[]): ReviewedQuestions {
    const { permissions, options } = this.#foundation;
    if (permissions === undefined || options.review === undefined) return {};
    const said = messages.findLast(({ role }) => role === "user");
    return { policy: withReviewer(permissions, options.review, said === undefined ? "" : contentText(said.content)) };
  }

  get #tools(): ToolRegistry {
    const { options, toolSets } = this.#foundation;
    return toolSets[this.#own.toolsSet ?? options.toolsSet ?? "all"];
  }

  #configure(own: FolderConversationOptions): FolderConversation["config"] {
    const { options, policy, outputCache } = this.#foundation;
    const approver = own.approver ?? options.approver;
    return {
      tools: this.#tools,
      policy,
      outputCache,
      activity: this.activity,
      conversation: this.conversation,
      overrides: this.#overrides(own),
      ...(approver && { approver }),
      ...(options.secrets && { secrets: options.secrets }),
      ...(options.logger && { logger: options.logger }),
    };
  }

  #overrides({ agents }: FolderConversationOptions): ReadonlyMap<string, () => unknown> {
    const { workspace, outputCache, backgroundJobs, commandChanges, options, sandbox } = this.#foundation;
    const { undo = true, subAgents = true } = options;
    const canHand = subAgents && (agents ?? this.#model) !== undefined;
    const config: SubAgentsOptions["config"] = ({ runId }) => {
      const reviewed = this.#reviews.get(runId);
      if (agents === undefined) return { ...this.#runnable({}), tools: this.#tools, ...reviewed };
      return { ...this.#compaction, ...this.#config, ...reviewed, ...agents() };
    };
    return new Map<string, () => unknown>([
      ...workspaceOverrides({
        workspace,
        outputs: outputCache,
        backgroundJobs,
        seenFiles: this.seenFiles,
        todos: new TodoList(),
        ...(undo === false ? {} : { changeLog: createChangeLog(workspace) }),
        ...(commandChanges && { commandChanges }),
      }),
      override(SANDBOX, async () => (await sandbox()) ?? "off"),
      // Agents keep what they did, so every task of a conversation must reach the same ones.
      ...(canHand
        ? [
            override(
              SUB_AGENTS,
              once(() => createSubAgents({ config, ...(options.agentSteps && { steps: options.agentSteps }) })),
            ),
          ]
        : []),
    ]);
  }
}

function put<T>(runs: Map<string, T>, runId: string, value: T): void {
  runs.set(runId, value);
  const [oldest] = runs.keys();
  if (runs.size > MAX_RUNS && oldest !== undefined) runs.delete(oldest);
}

/** Without what a user has said last. */
function beforeRequest(messages: readonly Message[]): readonly Message[] {
  const last = messages.findLastIndex(({ role }) => role !== "user");
  return messages.slice(0, last + 1);
}

import { randomUUID } from "node:crypto";
import {
  ActivityStream,
  type Approver,
  type Conversation,
  type Message,
  type ModelPort,
  override,
  runToolLoop,
  streamToolLoop,
  type ToolLoopConfig,
  type ToolLoopResult,
} from "@toolwright/core";
import { aFunction, aModelPort, type CheckedOptions, checkOptions, withFunctions } from "@toolwright/core/internal";
import type { ToolLoopStream } from "@toolwright/core/types";
import { createSubAgents } from "../agents/create-sub-agents.ts";
import { SUB_AGENTS } from "../agents/sub-agents.port.ts";
import { SANDBOX } from "../sandbox/sandbox-key.ts";
import { TodoList } from "../tools/todos/todo-list.ts";
import { SeenFiles } from "../tracking/seen-files.ts";
import { createChangeLog } from "../undo/file-change-log.ts";
import { createCommandChanges } from "../undo/snapshots/command-changes.ts";
import { workspaceOverrides } from "../workspace/workspace-overrides.ts";
import type { FolderFoundation } from "./folder-agent.ts";
import { once } from "./once.ts";

/** What a conversation does differently from its agent. */
export interface FolderConversationOptions {
  /** Whose it is. Default: one of its own. */
  readonly conversation?: Conversation;
  readonly model?: ModelPort;
  readonly approver?: Approver;
  /** What sub-agents think with and choose their tools from, asked for at each task. Default: what the conversation runs with. */
  readonly agents?: () => Pick<ToolLoopConfig, "model" | "tools">;
  /** Where its events go. Default: a stream of its own. */
  readonly activity?: ActivityStream;
}

const OPENING: CheckedOptions<FolderConversationOptions> = {
  of: "open",
  rules: {
    conversation: { form: "{ channel, chatId }", fits: (value) => typeof Object(value).chatId === "string" },
    model: aModelPort,
    approver: withFunctions("an approver: { approve(request) { … } }", "approve"),
    agents: aFunction,
    activity: withFunctions("an ActivityStream: new ActivityStream(journal)", "emit", "sync"),
  },
  otherNames: {
    journal: "activity: new ActivityStream(journal)",
    subAgents: "agents",
    threadId: "conversation: { channel, chatId }",
  },
};

/** How one request is run. */
export interface RunOptions extends Pick<ToolLoopConfig, "signal" | "maxIterations" | "prepareStep" | "llmOptions"> {}

/** What a model is told before the user's first words. */
export const FOLDER_INSTRUCTIONS: Message = {
  role: "system",
  content:
    "You help in one folder, through tools; paths are relative to it. Look before you change anything. " +
    "At the end say in a few words what you found or did.",
};

/** A conversation with an agent in its folder: files it has seen, its plan, its history. */
export class FolderConversation {
  readonly conversation: Conversation;
  readonly activity: ActivityStream;
  readonly seenFiles = new SeenFiles();
  /** What its tools run with: for a loop, a runner or a server of your own. */
  readonly config: Omit<ToolLoopConfig, "model">;
  readonly #foundation: FolderFoundation;
  readonly #model: ModelPort | undefined;
  #history: readonly Message[] = [FOLDER_INSTRUCTIONS];

  constructor(foundation: FolderFoundation, own: FolderConversationOptions = {}) {
    checkOptions<FolderConversationOptions>(own, OPENING);
    this.#foundation = foundation;
    this.#model = own.model ?? foundation.options.model;
    this.conversation = own.conversation ?? { channel: "folder", chatId: randomUUID() };
    this.activity = own.activity ?? new ActivityStream();
    this.config = this.#configure(own);
  }

  /** What was said so far, the instructions first. */
  get history(): readonly Message[] {
    return this.#history;
  }

  /**
   * Goes on with a request; several messages replace what was said before. Rejects with a `TypeError` where there is no model;
   * whatever goes wrong in the run is in its result.
   */
  async run(request: string | readonly Message[], options: RunOptions = {}): Promise<ToolLoopResult> {
    const result = await runToolLoop(this.#runnable(options), this.#messages(request));
    this.#history = result.messages;
    return result;
  }

  /** The same with its events. */
  stream(request: string | readonly Message[], options: RunOptions = {}): ToolLoopStream {
    const stream = streamToolLoop(this.#runnable(options), this.#messages(request));
    void stream.final.then(({ messages }) => {
      this.#history = messages;
    });
    return stream;
  }

  #messages(request: string | readonly Message[]): readonly Message[] {
    return typeof request === "string" ? [...this.#history, { role: "user", content: request }] : request;
  }

  #runnable(options: RunOptions): ToolLoopConfig {
    if (this.#model === undefined) {
      throw new TypeError("This agent has no model: createFolderAgent({ root, model }), or open({ model }).");
    }
    return { ...this.config, ...options, model: this.#model };
  }

  #configure(own: FolderConversationOptions): Omit<ToolLoopConfig, "model"> {
    const { options, policy, tools, outputCache } = this.#foundation;
    const approver = own.approver ?? options.approver;
    return {
      tools,
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
    const { workspace, outputCache, backgroundJobs, options, sandbox } = this.#foundation;
    const { undo = true, subAgents = true } = options;
    const canHand = subAgents && (agents ?? this.#model) !== undefined;
    const config = () => (agents === undefined ? this.#runnable({}) : { ...this.config, ...agents() });
    return new Map<string, () => unknown>([
      ...workspaceOverrides({
        workspace,
        outputs: outputCache,
        backgroundJobs,
        seenFiles: this.seenFiles,
        todos: new TodoList(),
        ...(undo === false ? {} : { changeLog: createChangeLog(workspace) }),
        ...(undo === false || undo === "edits"
          ? {}
          : { commandChanges: createCommandChanges(workspace, { onlyWhereCheap: undo !== "commands" }) }),
      }),
      override(SANDBOX, async () => (await sandbox()) ?? "off"),
      // Agents keep what they did, so every task of a conversation must reach the same ones.
      ...(canHand
        ? [
            override(
              SUB_AGENTS,
              once(() => createSubAgents({ config })),
            ),
          ]
        : []),
    ]);
  }
}

import type {
  ApprovalRequest,
  Conversation,
  JsonObject,
  Message,
  OutputCache,
  Part,
  Tool,
  ToolLoopConfig,
} from "@toolwright/core";
import type { Registrable } from "@toolwright/core/internal";
import type { Rating } from "@toolwright/store";
import type { CompleteRequest, JobOutput, PromptRequest, ReversalAnswer } from "@toolwright/view";
import type {
  BackgroundJob,
  ChangedFile,
  HeldBy,
  HunkUndoRequest,
  NetChange,
  ShownApp,
  ShownPrompt,
  ShownResource,
  ShownServer,
} from "@toolwright/view/internal";
import type { AgentCommits } from "./agent-commits.ts";
import type { AgentConfiguration, ModelPicking } from "./configuration.ts";
import type { RunUser } from "./users/run-user.ts";

/** What the server lets people talk to. */
export interface Agent {
  /** The model that is used where nobody chooses, as a user would name it, for example `openai:gpt-5`. */
  readonly model: string;
  /** All models that can be chosen, `model` among them. Default: that one alone. */
  readonly models?: readonly string[];
  /** Under `/v1` all models are without tools and instructions of the agent, as `NAME/plain` is. Default false. */
  readonly isPlain?: boolean;
  /**
   * How hard a model can be told to think, as the `reasoning_effort` of a request, the least first; none where it
   * cannot. What is chosen is put into the run's `llmOptions`. Left out: nothing can be chosen.
   */
  efforts?(model: string): readonly string[];
  /**
   * How much a run may do unasked, such as `default` and `plan`: what can be chosen, the usual one first. Left out:
   * nothing.
   */
  readonly modes?: readonly string[];
  /** The tools that can be chosen from; left out, a run has always all that `config` gives. */
  readonly tools?: readonly Registrable[];
  /** The name of the folder that it works in. */
  readonly workspace?: string;
  /** The branch that the folder is on now, where it is a repository. Left out: nothing is said of it. */
  branch?(): Promise<string | undefined>;
  /** One sentence that a page shows, such as that no language model is behind this. */
  readonly notice?: string | undefined;
  /** How a person at the page picks a model where none was named. Left out: none can be picked. */
  readonly picking?: ModelPicking | undefined;
  /** How models, MCP servers, instructions and budget are changed by who may. Left out: they cannot be. */
  readonly configuration?: AgentConfiguration | undefined;
  /**
   * Whether conversations are named by the model after their first run, in one small request. Default false: they have
   * their first words as titles.
   */
  readonly titles?: boolean;
  /** What every conversation begins with. */
  readonly instructions?: readonly Message[];
  /**
   * What a run of this conversation runs with; asked before every run, and again with the same choice when a run is
   * taken up. `user`: whose run it is, where several share the server; their `deps` reach the tools by themselves. The
   * server adds where events and approvals go, leaves out tools that were not chosen, and without other
   * wishes adds `redaction: "required"` and `thrownErrors: "safe"`.
   */
  config(conversation: Conversation, choice: RunChoice, user?: RunUser): ToolLoopConfig | Promise<ToolLoopConfig>;
  /**
   * What the model has to know before the next message, such as what was undone meanwhile, and `history` does not tell
   * it.
   */
  news?(conversation: Conversation, history: readonly Message[]): Promise<string | undefined>;
  /**
   * Told when a conversation was deleted: what was made for it may go, such as by `DependencyHolder.endConversation`.
   */
  endConversation?(conversation: Conversation): void | Promise<void>;
  /** Told when a run of a conversation has come to its end here. */
  ended?(conversation: Conversation, end: { readonly stopReason: string }): void | Promise<void>;
  /**
   * Told what a person thinks of the answer of a run, or that it was taken back: for what watches how good answers are.
   */
  rated?(conversation: Conversation, runId: string, rating: Rating | undefined): void | Promise<void>;
  /** Where `config` lets runs keep long outputs. Default: the store. */
  readonly outputs?: Pick<OutputCache, "lines">;
  /** How what runs changed is taken back; left out, it is not offered. */
  readonly undo?: AgentUndo;
  /** How what runs changed is committed, as {@link AgentUndo.net} tells it; left out, it is not offered. */
  readonly commits?: AgentCommits;
  /** How "always" works; left out, it is not offered. */
  readonly rules?: ApprovalRules;
  /** Commands that runs leave at work; left out, there are none. */
  readonly jobs?: AgentJobs;
  /** How files of its folder are found by name; left out, they are not. */
  readonly files?: AgentFiles;
  /**
   * MCP servers whose tools it has, and what is wrong with those that cannot be used. Left out: nothing is said of
   * them.
   */
  servers?(): readonly ShownServer[];
  /** Prompts and resources of MCP servers that people choose, such as `mcpTools().offers`. Left out: none. */
  readonly offers?: AgentOffers;
  /** Apps of MCP servers that show results of tools, such as `mcpTools({ apps: true, … }).apps`. Left out: none. */
  readonly apps?: AgentApps;
  /**
   * What commands are held by, in a few words; undefined where they run without a sandbox. Left out: nothing is said of
   * it.
   */
  sandbox?(): Promise<string | undefined>;
  /**
   * What holds everything that a tool runs; null for nothing, undefined where that is not known. Left out: nothing is
   * said of it.
   */
  held?(tool: Tool): Promise<HeldBy | null | undefined>;
}

/** What a person chose for a run. */
export interface RunChoice {
  /** One of the agent's `models`. Left out: the usual one. */
  readonly model?: string;
  /** One of the `efforts` of the model. Left out: as the provider has it. */
  readonly effort?: string;
  /** One of the agent's `modes`. Left out: the usual one. */
  readonly mode?: string;
  /** Names of the agent's `tools`. Left out: all of them. */
  readonly activeTools?: readonly string[];
}

/** The rules that would allow a call without asking. */
export interface ApprovalRules {
  /** The rules as they would be saved; none when nothing can be saved for this call. */
  explain(call: Pick<ApprovalRequest, "toolName"> & { readonly arguments: JsonObject }): Promise<readonly string[]>;
  /** Rejects when they could not be saved. */
  remember(rules: readonly string[]): Promise<void>;
  /**
   * Allows in one conversation alone, as long as this process knows it, and saves nothing. Left out: it is not offered.
   */
  rememberForSession?(rules: readonly string[], conversation: Conversation): Promise<void>;
  /**
   * Why saving rules would not be enough for a call, in one sentence; undefined where it would be, or that is not
   * known.
   */
  whyNever?(call: Pick<ApprovalRequest, "toolName"> & { readonly arguments: JsonObject }): Promise<string | undefined>;
  /** What was saved; left out, it is not shown. */
  saved?(): Promise<readonly string[]>;
  /** Takes a saved rule back. False for one that is not there; rejects when that could not be saved. */
  forget?(rule: string): Promise<boolean>;
}

/** Commands that a conversation left at work. */
export interface AgentJobs {
  /** In the order in which they were started, those that have ended too, as long as they are remembered. */
  list(conversation: Conversation): Promise<readonly BackgroundJob[]>;
  /** The end of what one has printed, secrets masked. Undefined for an unknown one. */
  output(conversation: Conversation, job: string): Promise<JobOutput | undefined>;
  /** Ends one and all that it started. False for an unknown one. */
  stop(conversation: Conversation, job: string): Promise<boolean>;
}

/** What became of the reading of a file. */
export type FileRead =
  | { readonly ok: true; readonly text: string }
  /** In one sentence. */
  | { readonly ok: false; readonly error: string };

/** Files of an agent's folder, by name. */
export interface AgentFiles {
  /** Those whose path fits the words, relative to the folder, the best first; only such as a tool may read unasked. */
  find(words: string): Promise<readonly string[]>;
  /**
   * Lines of one file from a line on, numbered from 1, as far as a tool may read them unasked; a bounded piece, secrets
   * masked. Left out: none are shown.
   */
  read?(path: string, from: number): Promise<FileRead>;
}

/** What came of asking an MCP server: what it gave, or one sentence that says why there is nothing. */
export type Offered<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

/** What MCP servers offer to a person. */
export interface AgentOffers {
  prompts(): Promise<readonly ShownPrompt[]>;
  /** What one says, as the parts of one message: a page shows it before it is sent. */
  prompt(wanted: PromptRequest, signal?: AbortSignal): Promise<Offered<readonly Part[]>>;
  /** What could stand for an argument of a prompt. */
  complete(asked: CompleteRequest, signal?: AbortSignal): Promise<readonly string[]>;
  resources(): Promise<readonly ShownResource[]>;
  /** One, as it goes before a message: marked as data, bounded, secrets masked. */
  resource(
    wanted: { readonly server: string; readonly uri: string },
    signal?: AbortSignal,
  ): Promise<Offered<readonly Part[]>>;
}

/** Apps of MCP servers: pages that show results of their tools, and call tools themselves. */
export interface AgentApps {
  /** Names of the tools, as the model calls them, whose results an app shows. */
  readonly tools: readonly string[];
  /** Tools that only apps may call. Left out: arguments that a person edits are judged when the call runs. */
  readonly ownTools?: readonly Tool[];
  /** The app of one of them. */
  app(tool: string, signal?: AbortSignal): Promise<Offered<ShownApp>>;
  /** The tool that the app of `tool` may call as `named`. It is run as a call of the model is. */
  callable(tool: string, named: string): Offered<Tool>;
  /** What the app of `tool` reads of its own server. */
  resource(wanted: { readonly tool: string; readonly uri: string }, signal?: AbortSignal): Promise<Offered<JsonObject>>;
}

/** What runs changed in files, and how to take it back. */
export interface AgentUndo {
  /** The runs of a conversation that changed files, newest first. */
  turns(conversation: Conversation): Promise<readonly ChangedRun[]>;
  /**
   * Undoes or redoes one run, whole or not at all. The model is told with `news`. Undefined for a run that changed
   * nothing.
   */
  reverse(reversal: Reversal): Promise<Reversed | undefined>;
  /** What runs changed in files in the end, by path. Left out: only what each call did is shown. */
  net?(runs: readonly UndoneRun[]): Promise<readonly NetChange[]>;
  /**
   * Takes one hunk of {@link net} back, where the file is still what it was then. The model is told with `news`. Left
   * out: it is not offered.
   */
  reverseHunk?(hunk: HunkReversal): Promise<Reversed & { readonly run?: UndoneRun | undefined }>;
}

/** A run, and the conversation that it was in. */
export interface UndoneRun {
  readonly conversation: Conversation;
  readonly runId: string;
  /** Of {@link AgentUndo.net}: only what these calls did, as it stood after the last of them. Left out: all of it. */
  readonly calls?: ReadonlySet<string>;
}

/** A hunk of the changes of runs. */
export interface HunkReversal extends Omit<HunkUndoRequest, "runId"> {
  readonly runs: readonly UndoneRun[];
}

/** A run that changed files. */
export interface ChangedRun {
  readonly runId: string;
  /** By path. */
  readonly files: readonly ChangedFile[];
  /** All of it is undone. */
  readonly isUndone: boolean;
}

/** What is to be undone or redone. */
export interface Reversal {
  readonly kind: "undo" | "redo";
  readonly conversation: Conversation;
  /** Left out of a redo: the last undo of the conversation. */
  readonly runId?: string;
  /** Of an undo: only what the run did to this file, relative to the folder. Left out: all of it. */
  readonly path?: string;
  /** Of an undo of one run: only what these calls did. Left out: all of it. */
  readonly calls?: ReadonlySet<string>;
  /** Also files that were changed since. */
  readonly force: boolean;
}

/** What became of it. */
export type Reversed = Omit<ReversalAnswer, "fork" | "notForked">;

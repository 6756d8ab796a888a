import type { JsonObject, Part, Usage } from "@toolwright/core";
import type { WaitingCall } from "./approvals.ts";
import type { OfferedPicking } from "./picking.ts";
import type { LaterFrame, ThreadMessage } from "./thread-message.ts";

/** Every refusal: one sentence. */
export interface ErrorBody {
  readonly error: string;
}

/** `GET /api/info`. */
export interface ServerInfo {
  /** The one that is used where nobody chooses. */
  readonly model: string;
  readonly models: readonly string[];
  /**
   * By model: how hard it can be told to think, the least first. Models that cannot are left out, and all of it where
   * nobody offers it.
   */
  readonly efforts?: Readonly<Record<string, readonly string[]>>;
  /** How much a run may do unasked: what can be chosen, the usual one first. Empty where nothing can. */
  readonly modes: readonly string[];
  /** One sentence that a page shows; null where there is none. */
  readonly notice: string | null;
  /** A model can be picked, since none was named; left out where it cannot. */
  readonly picking?: OfferedPicking;
  /** Its models, MCP servers, instructions and budget can be changed; left out where they cannot. */
  readonly configuration?: true;
  readonly tools: readonly ShownTool[];
  /** Whether file changes can be taken back. */
  readonly undo: boolean;
  /** What runs changed can be committed; left out where it cannot. */
  readonly commits?: true;
  /** Whether saved rules can be listed and taken back. */
  readonly rules: boolean;
  /** Whether files of the folder can be looked up by name. */
  readonly files: boolean;
  /**
   * What commands are held by, in a few words; null where they run without a sandbox, left out where that is not known.
   */
  readonly sandbox?: string | null;
  /** MCP servers whose tools it has; left out where there are none. */
  readonly servers?: readonly ShownServer[];
  /** Their prompts and resources can be chosen; left out where they cannot. */
  readonly offers?: true;
  /** Tools whose results an app of their MCP server shows; left out where none is shown. */
  readonly apps?: readonly string[];
  readonly workspace?: string;
  /** The branch that its folder is on now; left out where it is no repository. */
  readonly branch?: string;
}

/** How it stands with an MCP server. */
export interface ShownServer {
  readonly name: string;
  readonly tools: number;
  /** Why it cannot be used, where it cannot. */
  readonly problem?: string;
}

export interface ShownTool {
  readonly name: string;
  /** The first sentence. */
  readonly description: string;
  readonly effects: "read" | "write" | "external" | null;
  /** What holds everything that it runs; null for nothing, left out where that is not known. */
  readonly held?: HeldBy | null;
}

/** What a sandbox lets commands do. */
export interface HeldBy {
  /** `workspace-write`: files of the folder may be changed; `read-only`: none. */
  readonly mode: "read-only" | "workspace-write";
  readonly network: boolean;
  readonly gitWrites: boolean;
}

/**
 * `running`: here or in another process. `waiting`: for a person. `interrupted`: nobody works on its run.
 * `quarantined`: nobody does, because a call of it has ended three processes; a person says whether it goes on or ends.
 */
export type ThreadStatus = "running" | "waiting" | "interrupted" | "quarantined" | "idle";

/** A thread as a list shows it; times are milliseconds since 1970. */
export interface ThreadSummary {
  readonly id: string;
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly status: ThreadStatus;
  /** The number of its newest event. */
  readonly seq: number;
  /** Of a fork: the thread that it came from, which may be gone, and the number of the last event that both have. */
  readonly forkedFrom?: { readonly id: string; readonly seq: number };
  /** Kept at hand by a person; left out of all others. */
  readonly pinned?: true;
  /** Put away by a person; left out of all others. */
  readonly archived?: true;
}

/** A thread that was looked for. */
export interface FoundThreadSummary extends ThreadSummary {
  /** The newest event with what was looked for, and one line of it; left out where it stands in the title. */
  readonly found?: { readonly seq: number; readonly excerpt: string };
}

/** What `PATCH /api/threads/:id` takes: at least one of them. */
export interface ThreadPatch {
  readonly title?: string;
  readonly pinned?: boolean;
  readonly archived?: boolean;
}

/** What `PUT /api/threads/:id/messages/:message/rating` takes: null takes the rating back. */
export interface RatingRequest {
  readonly thumb: "up" | "down" | null;
  readonly note?: string;
}

/** What `POST /api/threads/:id/fork` takes; with neither run the fork holds every run that has ended. */
export interface ForkRequest {
  /** The first run that the fork does not hold; not with `after`. */
  readonly before?: string;
  /** The last run that it holds. */
  readonly after?: string;
  /** Default: that of the thread, where the fork holds anything. */
  readonly title?: string;
  /** Of the fork, 8 to 64 letters, digits, `-` or `_`: asked for twice, it is one. */
  readonly id?: string;
}

/** `GET /api/threads`. */
export interface ThreadList {
  readonly threads: readonly FoundThreadSummary[];
  /** A search has not looked through everything that is new: ask again. */
  readonly isPartial?: true;
  /** The `cursor` of the page that follows; left out on the last. */
  readonly next?: string;
}

/** `GET /api/threads/:id`. */
export interface ThreadPage extends ThreadSummary {
  /** Of all runs. */
  readonly usage?: Usage;
  readonly choice: {
    readonly model?: string;
    readonly effort?: string;
    readonly mode?: string;
    readonly activeTools?: readonly string[];
  };
  /** What was said while a run goes on and it has not heard, oldest first; left out where that is nothing. */
  readonly steer?: readonly SteerAnswer[];
  /** Runs, oldest first. Of the first one this may be the rest: then it has `runSeq`. */
  readonly messages: readonly ThreadMessage[];
  /** What is told here of calls on earlier pages, in its order; left out where that is nothing. See `joinPages`. */
  readonly later?: readonly LaterFrame[];
  /** Where the page before this one ends; left out when this is the beginning. */
  readonly before?: number;
}

/** A stored event as `GET /api/threads/:id/events` gives it. */
export interface TimelineEvent {
  readonly seq: number;
  /** That of the call for its start, end and error. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly runId: string;
  readonly parentId?: string;
  readonly type: string;
  /** As in the journal; a `run_start` has the user's new messages as `input`, and all of them counted as `messages`. */
  readonly data: JsonObject;
  /** Fields of `data` that were too large: each is a text then, the beginning of its JSON. */
  readonly cut?: readonly string[];
}

/** `GET /api/threads/:id/events`. */
export interface EventPage {
  readonly events: readonly TimelineEvent[];
  /** After which event to go on; left out when there are no more now. */
  readonly next?: number;
}

/** `GET /api/threads/:id/outputs/:ref`: lines of an output of which events hold the beginning. */
export interface OutputPage {
  readonly text: string;
  /** After how many lines to go on; left out when this is the end. */
  readonly next?: number;
}

/** What `POST /api/threads/:id/steer` takes. */
export interface SteerRequest {
  /** The idempotency key, 1 to 64 letters, digits, `-` or `_`: posted twice, it is one message. Default: random. */
  readonly id?: string;
  /** A text, or a message as `POST /api/chat` takes it. */
  readonly message: string | { readonly role: "user"; readonly content: unknown };
}

/**
 * A message that was said while a run goes on. `waiting`: it joins the next request. `sent`: it is part of the run.
 * `unsent`: the run ended without it. `withdrawn`: it was taken back.
 */
export interface SteerAnswer {
  readonly id: string;
  readonly state: "waiting" | "sent" | "unsent" | "withdrawn";
  /** Left out once it is sent or was taken back before. */
  readonly content?: string | readonly Part[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** `GET /api/threads/:id/steer`: what waits and what was not sent, oldest first. */
export interface SteerList {
  readonly messages: readonly SteerAnswer[];
}

/** `POST /api/threads/:id/stop`. */
export interface StopAnswer {
  /** False when there was nothing to stop. */
  readonly stopped: boolean;
}

/** `POST /api/threads/:id/retry`. */
export interface RetryAnswer {
  /** False when its run was not quarantined. */
  readonly retried: boolean;
}

/** `GET /api/threads/:id/changes`: runs that changed files, newest first. */
export interface ChangeList {
  readonly turns: readonly ChangedTurn[];
}

export interface ChangedTurn {
  readonly runId: string;
  readonly files: readonly ChangedFile[];
  /** Files that are not in the list. */
  readonly more?: number;
  readonly isUndone: boolean;
}

/** A file as a run left it. */
export interface ChangedFile {
  /** Relative to the folder of the agent. */
  readonly path: string;
  readonly change: "created" | "modified" | "removed" | "moved";
  /** Where a moved file was before. */
  readonly from?: string;
  /** Set when what the run did to this file was taken back, and what it did to others was not. */
  readonly isUndone?: true;
}

/** `POST /api/threads/:id/undo` and `…/redo`. */
export interface ReversalAnswer {
  /** For people, one a line. */
  readonly lines: readonly string[];
  /** False when nothing was touched. */
  readonly done: boolean;
  /** Files that stood in the way, relative to the folder. */
  readonly conflicts: readonly string[];
  /** Where the conversation goes on, if it was to go back too; left out where something stood in the way. */
  readonly fork?: ThreadSummary;
  /** Why there is none although the files are back, in one sentence. */
  readonly notForked?: string;
}

/** One event of `GET /api/changes`. */
export type ChangeEvent =
  | { readonly event: "thread"; readonly data: ThreadChange }
  | { readonly event: "approvals"; readonly data: { readonly pending: readonly WaitingCall[] } }
  /** More has changed than can be told: look at everything anew. */
  | { readonly event: "reset"; readonly data: Record<string, never> };

export type ThreadChange = ThreadSummary | { readonly id: string; readonly deleted: true };

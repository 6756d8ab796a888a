import type { Conversation, JsonObject, Message, Usage } from "@toolwright/core";
import type { RunRequest, StoredRun } from "./journal.ts";
import type { MaybePromise } from "./maybe-promise.ts";

/**
 * `running`: a run is open, and a living process holds its lease. `waiting`: a run is open and a question to a person
 * is, too. `interrupted`: a run is open that nobody holds. `quarantined`: a run is open that nobody takes up any more,
 * because one of its calls has ended three processes: `retry` or `requestStop` says what becomes of it.
 */
export type ThreadStatus = "idle" | "running" | "waiting" | "interrupted" | "quarantined";

/** A conversation as a list shows it. */
export interface Thread {
  readonly conversation: Conversation;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** When a run last began, asked or ended. Milliseconds since 1970. */
  readonly updatedAt: number;
  readonly status: ThreadStatus;
  /** The number of its newest event. */
  readonly lastSeq: number;
  /**
   * An interrupted run whose call has ended a process is taken up from then on, in milliseconds since 1970; left out of
   * all others.
   */
  readonly retryAt?: number;
  /** Left out of a thread that is no fork. */
  readonly forkedFrom?: ForkedFrom;
  /** The one user whose thread it is, where several share a store; left out of all others. */
  readonly owner?: string;
  /** Kept at hand by a person; left out of all others. */
  readonly pinned?: true;
  /** Put away by a person; left out of all others. */
  readonly archived?: true;
}

/** Where a fork comes from: a thread that may be gone by now. */
export interface ForkedFrom {
  readonly conversation: Conversation;
  /** The number of the last event that both have; 0 where they have none in common. */
  readonly seq: number;
}

/** A thread to make. */
export interface ThreadOptions {
  readonly channel: string;
  /** Default: random. */
  readonly chatId?: string;
  readonly title?: string;
  /** Whose thread it is, for good; its forks are theirs, too. Default: nobody's. */
  readonly owner?: string;
}

/** Where a conversation is forked. With neither `before` nor `after`, the fork holds every run that has ended. */
export interface ForkOptions {
  /** The conversation, which stays as it is. */
  readonly from: Conversation;
  /** The id of the first run that the fork does not hold. */
  readonly before?: string;
  /** The id of the last run that it holds. */
  readonly after?: string;
  /** Of the fork, in the same channel. Default: random. */
  readonly chatId?: string;
  /** Default: that of the conversation, where the fork holds anything. */
  readonly title?: string;
}

/** Which threads to list. */
export interface ThreadRange {
  readonly channel: string;
  /** Default 50, at most 200. */
  readonly limit?: number;
  /** `next` of the page before. */
  readonly cursor?: string;
  /** Those that were put away, in the place of all others. Default false. */
  readonly archived?: boolean;
  /** Only those that are pinned. Default false. */
  readonly pinned?: boolean;
  /** Only those of this owner. Default: whoever has them. */
  readonly owner?: string;
}

/** Which open runs to list. */
export interface OpenRange {
  /** Default: those of all channels. */
  readonly channel?: string;
  /** Only those of threads that have an owner. Default false. */
  readonly owned?: boolean;
  /** Default and at most 100. */
  readonly limit?: number;
}

/** What a person does with a thread in a list; what is left out stays as it is. */
export interface ThreadMarks {
  readonly pinned?: boolean | undefined;
  readonly archived?: boolean | undefined;
}

/** What to look for in threads. */
export interface ThreadSearch {
  readonly channel: string;
  /**
   * Words or pieces of them, in any order, at most eight; less than three characters begin a word. What stands in
   * quotes or without a blank stands together in the thread, too.
   */
  readonly words: string;
  /** Default 50, at most 200. */
  readonly limit?: number;
  /** Only in threads of this owner. Default: in all. */
  readonly owner?: string;
}

/** With what the threads were begun that are looked for. */
export interface BegunRange {
  readonly channel: string;
  /** Of a user; one text is the same as a text and as a part. */
  readonly message: Message;
  /** Default 50, at most 200. */
  readonly limit?: number;
  /** Only threads of this owner. Default: all. */
  readonly owner?: string;
}

/** Which request to look for. */
export interface RequestRange {
  readonly channel: string;
  readonly key: string;
}

/** A run, and the request that began it. */
export interface RequestedRun extends StoredRun, RunRequest {
  readonly conversation: Conversation;
}

/** Which threads to remove. */
export interface TrimRange {
  readonly channel: string;
  /** Those that were used last stay, this many. */
  readonly keep: number;
  /** Only threads of this owner are counted and removed. Default: all. */
  readonly owner?: string;
}

/** A thread in which everything was found that was looked for. */
export interface FoundThread {
  readonly thread: Thread;
  /** The number of the newest event with the longest of the words; left out where it stands in the title. */
  readonly seq?: number;
  /** One line of that event's text. */
  readonly excerpt?: string;
}

/** What a search has found, the last used first, put away or not. */
export interface FoundThreads {
  readonly found: FoundThread[];
  /** False when so much is new since the last search that it was not all looked through: ask again. */
  readonly isWhole: boolean;
}

/** Some threads, and where to go on. */
export interface ThreadPage {
  readonly threads: Thread[];
  /** Undefined on the last page. */
  readonly next?: string;
}

/** The conversations of a store. */
export interface Threads {
  /** Makes a thread; one that exists comes back as it is. Throws `limit` when there are too many and none is idle. */
  create(options: ThreadOptions): MaybePromise<Thread>;
  /**
   * Makes a thread that begins with the events of another one, whole runs only, also while that one is at work. It can
   * read the outputs that the other could read, and what its runs used before is not counted again. A fork of that name
   * comes back as it is. Undefined for an unknown conversation or run. Throws `conflict` where the name is taken or the
   * run of `after` has not ended, and `limit`.
   */
  fork(options: ForkOptions): MaybePromise<Thread | undefined>;
  get(conversation: Conversation): MaybePromise<Thread | undefined>;
  /** The threads of a channel, the last used first, without those that were put away. Throws `bad_cursor`. */
  list(range: ThreadRange): MaybePromise<ThreadPage>;
  /** Tokens and cost of all runs that have ended, and of what was added, as far as providers said. */
  usage(conversation: Conversation): MaybePromise<Usage>;
  /**
   * Counts what a request beside the runs has used, such as one for a title, with the newest run. False where there is
   * none.
   */
  addUsage(conversation: Conversation, usage: Usage): MaybePromise<boolean>;
  /** What was set with `configure`; undefined where nothing was. */
  settings(conversation: Conversation): MaybePromise<JsonObject | undefined>;
  /**
   * Keeps with a thread what its runs run with, for whoever takes one up. False for an unknown thread; at most 64 KiB
   * of JSON.
   */
  configure(conversation: Conversation, settings: JsonObject): MaybePromise<boolean>;
  /** False for an unknown thread. A title has one line and at most 200 characters; the rest is cut. */
  rename(conversation: Conversation, title: string): MaybePromise<boolean>;
  /** Pins a thread, which nothing then removes to make room, or puts it away. False for an unknown thread. */
  mark(conversation: Conversation, marks: ThreadMarks): MaybePromise<boolean>;
  /** Threads by what was said in them, what models answered, and their titles; not by what tools printed. */
  search(search: ThreadSearch): MaybePromise<FoundThreads>;
  /**
   * Threads whose first run began with exactly this message, the last used first, whatever they are called, put away or
   * not.
   */
  begunWith(range: BegunRange): MaybePromise<Thread[]>;
  /** The newest run that a request of this name has begun; undefined where none has, or its thread is gone. */
  begunBy(range: RequestRange): MaybePromise<RequestedRun | undefined>;
  /** Removes a thread with its events, approvals and outputs, unless a living process holds its lease. */
  delete(conversation: Conversation): MaybePromise<"deleted" | "unknown" | "running">;
  /** Removes idle threads of a channel beyond the `keep` that were used last, at most 100 at once. Gives how many. */
  trim(range: TrimRange): MaybePromise<number>;
  /**
   * Asks whoever runs the open run of a conversation to stop it. False when none is open. It is stored when this is
   * done, and void once the run has ended.
   */
  requestStop(conversation: Conversation): MaybePromise<boolean>;
  /** Conversations whose open run is to be stopped, whoever runs it. */
  stopRequests(): MaybePromise<Conversation[]>;
  /** The threads that have an open run. */
  open(range: Omit<OpenRange, "limit">): MaybePromise<Thread[]>;
  /**
   * Conversations with an open run that may be taken up now, because nobody holds it, the longest unused first; at most
   * 100.
   */
  interrupted(range?: OpenRange): MaybePromise<Conversation[]>;
  /** Conversations whose open run is quarantined, the longest unused first; at most 100. */
  quarantined(range?: OpenRange): MaybePromise<Conversation[]>;
  /**
   * Lets the quarantined run of a conversation be taken up again, as if none of its calls had ended a process yet.
   * False where it has none. `requestStop` ends it instead: the calls that were under way end with `outcome_unknown`.
   */
  retry(conversation: Conversation): MaybePromise<boolean>;
}

import {
  type AgentContext,
  type AvailableCommand,
  type ContentBlock,
  type PromptResponse,
  RequestError,
  type SessionUpdate,
  type StopReason,
} from "@agentclientprotocol/sdk";
import {
  type ChangeList,
  type Frame,
  joinPages,
  type ReversalAnswer,
  type ServerInfo,
  type SteerAnswer,
  type SteerList,
  type SteerRequest,
  type StopAnswer,
  type ThreadPage,
} from "@toolwright/view";
import { type LoadedPage, textIn } from "@toolwright/view/internal";
import type { AcpFolder } from "../acp-host.port.ts";
import { ServerApi } from "../server-api.ts";
import { historyUpdates } from "../updates/history-updates.ts";
import { RunUpdates, type UpdatesOptions } from "../updates/run-updates.ts";
import { promptMessage, textOf } from "./prompt-message.ts";
import { Questions } from "./questions.ts";
import type { SessionChoice } from "./session-settings.ts";

/** What an editor offers behind a slash. */
const SLASH_COMMANDS: readonly AvailableCommand[] = [
  { name: "undo", description: "Take back what the last prompt that changed files did to them." },
  { name: "redo", description: "Take back the last undo." },
];

/** What a session is made of. */
export interface SessionOptions {
  /** Of the thread. */
  readonly id: string;
  readonly folder: AcpFolder;
  readonly info: ServerInfo;
  readonly client: AgentContext;
  readonly shows: Omit<UpdatesOptions, "root">;
  readonly choice: SessionChoice;
}

/** How a run came to its end. */
interface RunEnd {
  readonly stopReason: string;
  readonly problem: string | undefined;
}

/** What became of something that was said meanwhile. */
export interface SteeringOutcome {
  readonly outcome: "injected" | "startedNewTurn";
}

/** A prompt that is being answered. */
class Turn {
  begun = (): void => undefined;
  ended = (): void => undefined;
  readonly hasBegun = new Promise<void>((resolve) => {
    this.begun = resolve;
  });
  readonly hasEnded = new Promise<void>((resolve) => {
    this.ended = resolve;
  });
  end: RunEnd | undefined;
}

/** A session of an editor: a thread of the folder's server. */
export class Session {
  readonly id: string;
  readonly info: ServerInfo;
  readonly root: string;
  choice: SessionChoice;
  readonly #api: ServerApi;
  readonly #client: AgentContext;
  readonly #updates: RunUpdates;
  readonly #questions: Questions;
  #following: Promise<unknown> = Promise.resolve();
  #turn: Turn | undefined;

  constructor({ id, folder, info, client, shows, choice }: SessionOptions) {
    this.id = id;
    this.info = info;
    this.root = folder.root;
    this.choice = choice;
    this.#api = new ServerApi(folder);
    this.#client = client;
    this.#updates = new RunUpdates({ root: folder.root, ...shows });
    const { root } = folder;
    this.#questions = new Questions({ api: this.#api, client, sessionId: id, root, updates: this.#updates });
  }

  /**
   * Says something, and resolves when the run that answers it has ended. Rejects with a `RequestError` where it failed.
   */
  async prompt(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<PromptResponse> {
    if (this.#turn !== undefined) return this.#steer(blocks, this.#turn);
    const turn = new Turn();
    this.#turn = turn;
    const stop = () => void this.cancel();
    signal.addEventListener("abort", stop, { once: true });
    try {
      const answered = await slashCommand(textOf(blocks) ?? "", this.#api, this.id);
      if (answered !== undefined) return await this.#say(answered);
      // A run that an earlier process left open comes first.
      await this.#following;
      const body = { threadId: this.id, message: promptMessage(blocks), ...this.choice };
      turn.end = await this.#follow(this.#api.frames("/api/chat", { body }), turn.begun);
      await this.#tellTitle();
      return promptResponse(turn.end);
    } finally {
      signal.removeEventListener("abort", stop);
      this.#turn = undefined;
      turn.ended();
    }
  }

  /** Says something to the run under way without waiting for its end; where there is none, one begins. */
  async inject(blocks: readonly ContentBlock[]): Promise<SteeringOutcome> {
    if (this.#turn === undefined) {
      void this.prompt(blocks, new AbortController().signal).catch(() => undefined);
      return { outcome: "startedNewTurn" };
    }
    await Promise.race([this.#turn.hasBegun, this.#turn.hasEnded]);
    await this.#post(blocks);
    return { outcome: "injected" };
  }

  #post(blocks: readonly ContentBlock[]): Promise<SteerAnswer> {
    const body: SteerRequest = { message: promptMessage(blocks) };
    return this.#api.get<SteerAnswer>(`/api/threads/${this.id}/steer`, { body });
  }

  /**
   * Says something to the run under way, and resolves when it has ended. Rejects with a `RequestError` where it ended
   * without having heard it.
   */
  async #steer(blocks: readonly ContentBlock[], turn: Turn): Promise<PromptResponse> {
    if (textOf(blocks)?.startsWith("/") === true)
      throw new RequestError(-32600, "This session is answering a prompt; cancel that one first.");
    await Promise.race([turn.hasBegun, turn.hasEnded]);
    const said = await this.#post(blocks);
    await turn.hasEnded;
    const { messages } = await this.#api.get<SteerList>(`/api/threads/${this.id}/steer`);
    const left = messages.find(({ id }) => id === said.id);
    if (left === undefined) return promptResponse(turn.end ?? { stopReason: "stop", problem: undefined });
    await this.#api.get(`/api/threads/${this.id}/steer/${said.id}`, { method: "DELETE" }).catch(() => undefined);
    if (turn.end?.stopReason === "aborted") return promptResponse(turn.end);
    throw new RequestError(-32603, "The run ended before it heard this; say it again.");
  }

  /** Stops the run under way, wherever it runs; what was done stays done. */
  async cancel(): Promise<void> {
    this.#questions.takeBack();
    await this.#api.get<StopAnswer>(`/api/threads/${this.id}/stop`, { method: "POST" }).catch(() => undefined);
  }

  /** What an editor offers in this session; sent once the answer that named the session is out. */
  async offerCommands(): Promise<void> {
    await this.#send({ sessionUpdate: "available_commands_update", availableCommands: [...SLASH_COMMANDS] });
  }

  /** Shows all that was said, oldest first. */
  async replay(): Promise<void> {
    const pageAt = (place: string) => this.#api.get<ThreadPage>(`/api/threads/${this.id}?limit=1000${place}`);
    let thread: LoadedPage = await pageAt("");
    while (thread.before !== undefined) thread = joinPages(await pageAt(`&before=${thread.before}`), thread);
    for (const message of thread.messages)
      for (const update of historyUpdates(message, this.root)) await this.#send(update);
  }

  /** Follows the run that is under way, if there is one, from its beginning. Its questions are asked again. */
  followOpen(): void {
    this.#following = this.#follow(this.#api.frames(`/api/threads/${this.id}/stream`)).catch(() => undefined);
  }

  async #follow(frames: AsyncIterable<Frame>, onFrame?: () => void): Promise<RunEnd> {
    let stopReason = "error";
    let problem: string | undefined;
    this.#updates.begin();
    try {
      for await (const frame of frames) {
        onFrame?.();
        for (const update of this.#updates.add(frame)) await this.#send(update);
        if (frame.code === "data") this.#questions.hear(frame.name, frame.data);
        if (frame.code === "error") problem ??= frame.text;
        if (frame.code !== "note") continue;
        stopReason = textIn(frame.note, "stopReason") ?? stopReason;
        problem = textIn(frame.note, "reason") ?? problem;
      }
    } finally {
      this.#questions.takeBack();
    }
    return { stopReason, problem };
  }

  async #say(text: string): Promise<PromptResponse> {
    await this.#send({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
    return { stopReason: "end_turn" };
  }

  async #tellTitle(): Promise<void> {
    const { title, updatedAt } = await this.#api.get<ThreadPage>(`/api/threads/${this.id}?limit=1`);
    await this.#send({ sessionUpdate: "session_info_update", title, updatedAt: new Date(updatedAt).toISOString() });
  }

  async #send(update: SessionUpdate): Promise<void> {
    await this.#client.notify("session/update", { sessionId: this.id, update });
  }
}

const STOP_REASONS: Readonly<Record<string, StopReason | undefined>> = Object.assign(Object.create(null), {
  max_iterations: "max_turn_requests",
  budget: "max_tokens",
  length: "max_tokens",
  content_filter: "refusal",
  aborted: "cancelled",
} satisfies Record<string, StopReason>);

function promptResponse({ stopReason, problem }: RunEnd): PromptResponse {
  if (stopReason === "error") throw new RequestError(-32603, problem ?? "The run failed.");
  return { stopReason: STOP_REASONS[stopReason] ?? "end_turn" };
}

/** Does what a prompt of one slash command says, and gives what to tell of it; undefined for every other prompt. */
async function slashCommand(text: string, api: ServerApi, threadId: string): Promise<string | undefined> {
  const path = `/api/threads/${threadId}`;
  if (text === "/redo") return told(await api.get<ReversalAnswer>(`${path}/redo`, { body: {} }));
  if (text !== "/undo") return undefined;
  const { turns } = await api.get<ChangeList>(`${path}/changes`);
  const newest = turns.find(({ isUndone }) => !isUndone);
  if (newest === undefined) return "There is nothing to undo.";
  return told(await api.get<ReversalAnswer>(`${path}/undo`, { body: { runId: newest.runId } }));
}

function told({ lines }: ReversalAnswer): string {
  return lines.length === 0 ? "There was nothing to do." : lines.join("\n");
}

import type { Message } from "@toolwright/core";
import { present } from "@toolwright/core/internal";
import type { RunRequest } from "@toolwright/store";
import type { WantedChoice } from "../../../runs/run-choice.ts";
import type { ServerContext } from "../../../server-context.ts";
import type { RunEncoder } from "../../../streams/run-encoder.ts";
import { refusalOf } from "../../../users/rights.ts";
import { storedName, storedRequest, threadNamed } from "../../../users/stored-name.ts";
import { refuse } from "../../refuse.ts";
import { type StreamRun, streamAs } from "../../stream-run.ts";
import { beginChat } from "../begin-chat.ts";
import { findPlace, type Place } from "../find-place.ts";
import { KEY_FORM, sameRun, threadFor } from "../same-request.ts";
import { answerQuestions, type GivenAnswer } from "./answer-questions.ts";

/** What a stock client of another front end says with one request. */
export interface ClientTurn {
  /** What the client calls the conversation. */
  readonly id: string;
  /** The thread that it was told of with the last answer. */
  readonly threadId?: string | undefined;
  /** The run of the last answer that it repeats, and the number of the last event that it has heard of it. */
  readonly lastRun?: string | undefined;
  readonly seq?: number | undefined;
  /** The first message that it repeats. */
  readonly first?: Message | undefined;
  /** See {@link WantedPlace.isAgain}. */
  readonly isAgain: boolean | Message;
  /** A message, or answers to the questions of the last answer. */
  readonly said: Message | readonly GivenAnswer[];
  readonly choice: WantedChoice;
  /** What the request is named by, where it is to be heard once. */
  readonly wanted: RunRequest | "wrong" | undefined;
  readonly encoder: () => RunEncoder;
}

/** A request as its client meant it, or why it cannot be heard, in one sentence. */
export type ReadTurn =
  | { readonly ok: true; readonly turn: ClientTurn }
  | { readonly ok: false; readonly status?: number; readonly error: string };

/** Hears a client of another front end, and answers in its stream. */
export async function takeTurn(context: ServerContext, request: Request, read: ReadTurn): Promise<Response> {
  if (!read.ok) return refuse(read.status ?? 400, read.error);
  const turn = await withStoredNames(context, read.turn);
  const { wanted, said, choice } = turn;
  if ("role" in said && !context.may.run) return refuse(403, refusalOf(["run"]));
  if (wanted === "wrong") return refuse(400, KEY_FORM);
  const stream: StreamRun = (followed) => streamAs(context, { followed, encoder: turn.encoder() });
  const again = await sameRun(context, wanted, stream);
  if (again !== undefined) return again;
  const place = await findPlace(context.store, { ...turn, channel: context.channel });
  if (place === "unknown") return refuse(404, UNKNOWN);
  if (!("role" in said))
    return place === "new" ? refuse(404, UNKNOWN) : answerQuestions(context, { ...turn, ...place, answers: said });
  const beginning = { message: said, choice, wanted, stream };
  if (place === "new") return beginChat(context, request, { ...beginning, threadId: undefined, newThreadId: turn.id });
  const thread = await threadAt(context, place, wanted);
  if (thread === undefined) return refuse(404, UNKNOWN);
  return beginChat(context, request, { ...beginning, ...thread, newThreadId: undefined });
}

/** Threads and the request by their names in the store. */
async function withStoredNames(context: ServerContext, turn: ClientTurn): Promise<ClientTurn> {
  if (context.person === undefined) return turn;
  const { id, threadId, wanted } = turn;
  const told = threadId && (await threadNamed(context, threadId));
  const named = (await threadNamed(context, id)) ?? storedName(context, id);
  return { ...turn, id: named, threadId: told, wanted: storedRequest(context, wanted) };
}

const UNKNOWN =
  "This server does not have the conversation that these messages are of; keep the ids that the stream gives to messages, or begin another conversation.";

/** Where more was said, the client has changed or repeated something, and a fork goes on. */
async function threadAt({ store }: ServerContext, { conversation, before }: Place, wanted: RunRequest | undefined) {
  if (before === undefined) return { threadId: conversation.chatId };
  const name = present({ chatId: wanted && threadFor(wanted) });
  const fork = await store.threads.fork({ from: conversation, before, ...name });
  return fork && { threadId: fork.conversation.chatId, isNew: true };
}

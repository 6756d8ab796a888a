import type { Store, Thread } from "@toolwright/store";
import { openConversations } from "../serve/open-conversations.ts";
import { atEnd } from "../setup/clean-up.ts";
import type { Foundation } from "../setup/prepare.ts";
import { messageOf } from "../text/message-of.ts";
import { logLine, notice } from "../text/notice.ts";
import { printable } from "../text/printable.ts";
import { UsageError } from "../usage-error.ts";
import { CHANNEL, KeptConversation } from "./kept-conversation.ts";

/** Which conversation a command goes on with. */
export interface WantedConversation {
  /** The one that was used last in this folder. */
  readonly continue?: boolean;
  /** The id of one, or its beginning; `true` lets a person choose. */
  readonly resume?: string | true;
  /** The id of one that is not meant: the one that goes on already. */
  readonly except?: string;
  /** Lets a person choose among the newest ones; undefined where nobody can, or somebody chose none. */
  readonly choose?: ((threads: readonly Thread[]) => Promise<Thread | undefined>) | undefined;
}

/** Conversations that are offered, and looked through for an id. */
const OFFERED = 20;
const LOOKED_AT = 200;

/**
 * The conversation of a command. Undefined where none can be kept (before Node 22.13, or on a full disk) and none was
 * asked for: then the command goes on without. Throws a `UsageError` where the wanted one is not there.
 */
export async function openKept(
  { agent, secrets }: Pick<Foundation, "agent" | "secrets">,
  wanted: WantedConversation,
): Promise<KeptConversation | undefined> {
  const isWanted = wanted.continue === true || wanted.resume !== undefined;
  if (wanted.continue === true && wanted.resume !== undefined)
    throw new UsageError("Give --continue or --resume, not both.");
  let store: Store;
  try {
    store = await openConversations(agent.workspace);
  } catch (thrown) {
    if (isWanted) throw new UsageError(`Conversations cannot be read: ${messageOf(thrown)}`, { cause: thrown });
    if (hasSqlite()) notice(`this conversation is not kept: ${messageOf(thrown)}`);
    return undefined;
  }
  try {
    const thread = isWanted ? await wantedThread(store, wanted) : undefined;
    const smallSet = agent.toolsIn("small").tools();
    const kept = await KeptConversation.open({ store, secrets, thread, smallSet: smallSet.map(({ name }) => name) });
    atEnd(() => kept.close());
    return kept;
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}

/** Without it nothing is kept, and nothing need be said of it each time. */
function hasSqlite(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 13);
}

async function wantedThread(store: Store, { resume, choose, except }: WantedConversation): Promise<Thread> {
  const listed = await store.threads.list({ channel: CHANNEL, limit: LOOKED_AT });
  const threads = listed.threads.filter(({ conversation }) => conversation.chatId !== except);
  const [newest] = threads;
  if (newest === undefined)
    throw new UsageError(`No ${except === undefined ? "" : "other "}conversation was kept in this folder yet.`);
  if (resume === undefined) return newest;
  if (resume !== true) return threadOf(resume, threads);
  const chosen = await choose?.(threads.slice(0, OFFERED));
  return chosen ?? refuse("Say which: --resume ID", threads);
}

/** The conversation with that id, or the one whose id begins so. Throws a `UsageError` where it is none or several. */
export function threadOf(id: string, threads: readonly Thread[]): Thread {
  const found = threads.filter(({ conversation }) => conversation.chatId.startsWith(id));
  const exact = found.find(({ conversation }) => conversation.chatId === id);
  const [only, ...others] = exact === undefined ? found : [exact];
  if (id !== "" && only !== undefined && others.length === 0) return only;
  const why = only === undefined ? "No conversation has" : "Several conversations have";
  return refuse(`${why} the id ${printable(id)}`, threads);
}

/**
 * A conversation in one line: the beginning of its id, when it was used last, its title, and its state where it is not
 * idle.
 */
export function threadLine({ conversation, updatedAt, title, status }: Thread): string {
  const time = new Date(updatedAt).toISOString().slice(0, 16).replace("T", " ");
  const state = status === "idle" ? "" : `  [${status}]`;
  return `${conversation.chatId.slice(0, 8)}  ${time}  ${printable(title)}${state}`;
}

/** Names those there are, newest first. */
function refuse(why: string, threads: readonly Thread[]): never {
  for (const thread of threads.slice(0, OFFERED)) logLine(threadLine(thread));
  throw new UsageError(`${why}. Above is what this folder has.`);
}

import type { Conversation } from "@toolwright/core";
import type { Store } from "@toolwright/store";
import type { KnownUsers } from "./known-users.ts";
import { type Principal, userOf } from "./principal.ts";

/** The user that a run belongs to, where several share a server. */
export type RunUser = Pick<Principal, "user" | "channel" | "deps">;

/** What says whose runs are. */
export interface UsersOfRuns {
  readonly store: Pick<Store, "threads">;
  /** Left out where one person has the token. */
  readonly users?: KnownUsers | undefined;
}

/** Undefined where one person has the token. */
export async function runUser({ store, users }: UsersOfRuns, conversation: Conversation): Promise<RunUser | undefined> {
  const owner = users && (await store.threads.get(conversation))?.owner;
  if (owner === undefined) return undefined;
  const deps = users?.depsOf(owner);
  return { ...userOf(owner), ...(deps && { deps }) };
}

/** Kept with a thread whose runs need what only a request of its user brings. */
const NEEDS_USER = "needsUser";

/** Keeps with a thread whether the run that begins needs what the request of its user has brought. */
export async function noteNeeds(options: UsersOfRuns, conversation: Conversation): Promise<void> {
  const user = await runUser(options, conversation);
  if (user === undefined) return;
  const { threads } = options.store;
  const needs = user.deps !== undefined;
  const settings = (await threads.settings(conversation)) ?? {};
  if ((settings[NEEDS_USER] === true) !== needs)
    await threads.configure(conversation, { ...settings, [NEEDS_USER]: needs });
}

/**
 * Whether a run cannot go on here before a request of its user comes: its tools are given what authenticating that
 * request gave, and nothing else can make it again.
 */
export async function waitsForUser(options: UsersOfRuns, conversation: Conversation): Promise<boolean> {
  if ((await options.store.threads.settings(conversation))?.[NEEDS_USER] !== true) return false;
  return (await runUser(options, conversation))?.deps === undefined;
}

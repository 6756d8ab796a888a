import type { RunnerOptions } from "../run/runner-options.ts";
import { type Conversation, conversationKey } from "../tool/conversation.ts";
import { DependencyValues } from "./values.ts";

/** Conversations of one runner that are remembered at once. */
const REMEMBERED = 256;

/** By the options of a runner, which are its own. */
const values = new WeakMap<RunnerOptions, Map<string, DependencyValues>>();

/** What the calls of a runner and a conversation that belong to no run have in common. */
export function valuesOutsideRuns(options: RunnerOptions, conversation: Conversation): DependencyValues {
  const ofRunner = values.get(options) ?? new Map<string, DependencyValues>();
  values.set(options, ofRunner);
  const key = conversationKey(conversation);
  const known = ofRunner.get(key) ?? new DependencyValues();
  ofRunner.delete(key);
  ofRunner.set(key, known);
  const [oldest] = ofRunner.keys();
  if (ofRunner.size > REMEMBERED && oldest !== undefined) ofRunner.delete(oldest);
  return known;
}

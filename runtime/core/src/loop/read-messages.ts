import type { Message } from "../model/messages.ts";
import { lazy } from "../tool/lazy.ts";
import { areMessages } from "./are-messages.ts";

/** The sentences about messages that are none fill pages, too. */
const explaining = lazy(() => import("./wrong-messages.ts"));

/**
 * The messages that a caller gave, each of which says who speaks and what. An assistant's `content: null` beside calls,
 * as OpenAI writes it, is `""`. Rejects with a `TypeError` that names the first other one.
 */
export async function readMessages(given: unknown): Promise<readonly Message[]> {
  if (!areMessages(given)) throw (await explaining()).wrongMessages(given);
  return given.some(saysNull)
    ? given.map((message) => (saysNull(message) ? { ...message, content: "" } : message))
    : given;
}

function saysNull({ content }: Message): boolean {
  return (content ?? undefined) === undefined;
}

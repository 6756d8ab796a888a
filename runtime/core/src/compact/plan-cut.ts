import { isLoopNote } from "../loop/step-notes.ts";
import type { Message } from "../model/messages.ts";
import { messageTokens, tokensIn } from "./message-tokens.ts";
import { isSummary } from "./summary-message.ts";

/** Which messages of a history a summary takes the place of. */
export interface Cut {
  /** After the system's messages. */
  readonly from: number;
  /** The first one that stays. */
  readonly to: number;
  /** What stays besides, behind the summary: the newest words of the user, where they would go. */
  readonly kept: readonly Message[];
}

/** How much has to stay, and how much has to go for it to be worth a summary. */
export interface CutWish {
  readonly keepTokens: number;
  readonly leastTokens: number;
}

/**
 * Where a legal history is cut so that the rest is legal too: never between a call and its result, and never in the
 * last step. Undefined where too little would go.
 */
export function planCut(messages: readonly Message[], { keepTokens, leastTokens }: CutWish): Cut | undefined {
  const from = messages.findIndex(({ role }) => role !== "system");
  const to = beginningOfRest(messages, keepTokens);
  const gone = messages.slice(Math.max(0, from), to);
  if (from < 0 || gone.filter((message) => !isSummary(message)).length < 2) return undefined;
  const kept = messages.slice(to).some(isOfPerson) ? [] : gone.filter(isOfPerson).slice(-1);
  return tokensIn(gone) - tokensIn(kept) < leastTokens ? undefined : { from, to, kept };
}

/** The same where somebody asks for it: at least three quarters go. */
export function hardCut(messages: readonly Message[], keepTokens = Number.POSITIVE_INFINITY): Cut | undefined {
  return planCut(messages, { keepTokens: Math.min(keepTokens, Math.floor(tokensIn(messages) / 4)), leastTokens: 0 });
}

function isOfPerson(message: Message): boolean {
  return message.role === "user" && !isSummary(message) && !isLoopNote(message);
}

/** The beginning of what stays: of a user's words where there is one, else of a step. */
function beginningOfRest(messages: readonly Message[], keepTokens: number): number {
  const newest = messages.findLastIndex(({ role }) => role !== "tool");
  let place = messages.length;
  for (let tokens = 0; place > 0; place -= 1) {
    const message = messages[place - 1];
    tokens += message === undefined ? 0 : messageTokens(message);
    if (tokens > keepTokens) break;
  }
  while (messages[place]?.role === "tool") place += 1;
  const first = Math.min(place, newest);
  const words = messages.findIndex((message, at) => at >= first && at <= newest && isOfPerson(message));
  return words < 0 ? first : words;
}

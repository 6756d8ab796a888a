import { andThen, type MaybePromise } from "../async/and-then.ts";
import type { ClosedHistory } from "../journal/close-history.ts";
import { isClosed } from "../journal/is-closed.ts";
import type { Message } from "../model/messages.ts";
import { later } from "./later.ts";

/** A history that may be sent. Only one that is not legal yet needs work. */
export function legalHistory(messages: readonly Message[]): MaybePromise<ClosedHistory> {
  if (isClosed(messages)) return { messages, warnings: [] };
  return andThen(later(), ({ closeHistory }) => closeHistory(messages));
}

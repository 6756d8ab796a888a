import { fieldIn, isFields, textIn } from "@toolwright/view";
import { jsonText, parsedJson } from "../cards/json-text.ts";

/** A call that waits for an answer, or for those before it. */
export interface WaitingCall {
  readonly toolCallId: string;
  readonly toolName: string;
  /** What it was shown with. */
  readonly shown: string;
}

/** The calls of a message that have begun and are not over, in their order, without those inside others. */
export function waitingCalls(parts: readonly unknown[]): readonly WaitingCall[] {
  return parts.flatMap((part) => {
    const isOpen = fieldIn(part, "type") === "tool-call" && fieldIn(part, "result") === undefined;
    const toolCallId = textIn(part, "toolCallId");
    if (!isOpen || toolCallId === undefined || textIn(part, "parentId") !== undefined) return [];
    return [{ toolCallId, toolName: textIn(part, "toolName") ?? "", shown: shownArguments(part) }];
  });
}

/** Arguments as they can be compared with those of a question. */
export function shownArguments(part: unknown): string {
  const text = textIn(part, "argsText") ?? "";
  const parsed = parsedJson(text) ?? fieldIn(part, "args");
  return comparable(parsed);
}

/** The same text for the same arguments, in whatever order they come. */
export function comparable(value: unknown): string {
  return jsonText(isFields(value) ? Object.fromEntries(Object.entries(value).toSorted(byName)) : value);
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** What a person has allowed before it was asked about: those calls, with those arguments, and no others. */
export class AllowedAhead {
  readonly #allowed = new Map<string, string>();

  allow(calls: readonly WaitingCall[]): void {
    for (const { toolCallId, shown } of calls) this.#allowed.set(toolCallId, shown);
  }

  /** True once for a call with the arguments that were shown. */
  take(toolCallId: string, asked: unknown): boolean {
    const shown = this.#allowed.get(toolCallId);
    this.#allowed.delete(toolCallId);
    return shown !== undefined && shown === comparable(asked);
  }
}

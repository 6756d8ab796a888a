import { costText, durationText, shortNumber } from "../text/numbers.ts";
import { oneLine as firstLine, tellingText } from "../text/telling-text.ts";
import { type Fields, fieldIn, isFields, listIn, numberIn, textIn } from "../wire/fields.ts";
import { timelineTexts } from "../words/timeline.ts";
import type { SpanEvent } from "./span.ts";

/** Characters of what a row says beside its name. */
const LONGEST = 160;

function oneLine(text: string): string {
  return firstLine(text, LONGEST);
}

/** What the user said that began a run. */
export function askedText({ data }: SpanEvent): string {
  return oneLine(contentText(fieldIn(listIn(data, "input")[0], "content")));
}

/** How much a summary took out of the context. */
export function compactedText({ data }: SpanEvent): string {
  const [before = 0, after = 0] = [numberIn(data, "tokensBefore"), numberIn(data, "tokensAfter")];
  return timelineTexts.summarised(shortNumber(before), shortNumber(after));
}

/** What a person said while the run went on. */
export function saidText({ data }: SpanEvent): string {
  return oneLine(contentText(fieldIn(fieldIn(data, "message"), "content")));
}

/** How a model call ended, its tokens, and its price where that is known. */
export function answerText({ data }: SpanEvent): string {
  const usage = fieldIn(data, "usage");
  const partial = fieldIn(data, "partial") === true ? timelineTexts.endedEarly : "";
  const reason = (textIn(data, "finishReason") ?? "").replaceAll("_", " ");
  if (!isFields(usage) || Object.keys(usage).length === 0) return joined([reason, partial]);
  const tokens = timelineTexts.used(tokensIn(usage, "inputTokens"), tokensIn(usage, "outputTokens"));
  const costUsd = numberIn(usage, "costUsd");
  return joined([reason, partial, tokens, costUsd === undefined ? "" : costText(costUsd)]);
}

function tokensIn(usage: Fields, name: string): string {
  return shortNumber(numberIn(usage, name) ?? 0);
}

/** What a call is about: an argument that tells it, or its only one, or all of them. */
export function argumentsText({ data }: SpanEvent): string {
  const given = fieldIn(data, "arguments");
  if (typeof given === "string") return oneLine(given);
  return isFields(given) ? oneLine(tellingText(given) ?? JSON.stringify(given)) : "";
}

/** What became of a question. */
export function decisionText({ data }: SpanEvent): string {
  const ignored = textIn(data, "ignored") ?? "";
  if (ignored !== "") return timelineTexts.noEffect(ignored.replaceAll("_", " "));
  const reason = textIn(data, "reason") ?? "";
  const said = reason === "" ? "" : `: ${reason}`;
  if (fieldIn(data, "approve") !== true) return oneLine(timelineTexts.refused + said);
  const isAsAsked = fieldIn(data, "arguments") === undefined;
  return oneLine((isAsAsked ? timelineTexts.allowed : timelineTexts.allowedWithOthers) + said);
}

/** A message of an error or a warning. */
export function problemText({ data }: SpanEvent): string {
  const error = fieldIn(data, "error");
  const message = typeof error === "string" ? error : textIn(isFields(error) ? error : data, "message");
  return oneLine([textIn(data, "code") ?? "", message ?? ""].filter((part) => part !== "").join(": "));
}

/** When a model is asked again, and why. */
export function retryText(event: SpanEvent): string {
  return `${timelineTexts.retriedIn(durationText(numberIn(event.data, "delayMs") ?? 0))} · ${problemText(event)}`;
}

/** What there is of several pieces, with a dot between. */
export function joined(pieces: readonly string[]): string {
  return pieces.filter((piece) => piece !== "").join(" · ");
}

function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => (fieldIn(part, "type") === "text" ? (textIn(part, "text") ?? "") : "")).join(" ");
}

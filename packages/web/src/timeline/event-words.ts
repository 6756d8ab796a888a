import { shortNumber } from "../chat/format.ts";
import { type Fields, isFields, textIn } from "../server/frame.ts";
import type { TimelineEvent } from "./timeline-event.ts";

/** Characters of what a row says beside its name. */
const LONGEST = 160;

/** The beginning of a text on one line. */
export function oneLine(text: string): string {
  const line = text
    .slice(0, LONGEST * 2)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

/** What the user said that began a run. */
export function askedText({ data }: TimelineEvent): string {
  const [message] = Array.isArray(data.input) ? data.input : [];
  return oneLine(isFields(message) ? contentText(message.content) : "");
}

/** How a model call ended, and its tokens. */
export function answerText({ data }: TimelineEvent): string {
  const usage = isFields(data.usage) ? data.usage : {};
  const tokens = `${shortNumber(numberIn(usage, "inputTokens"))} in, ${shortNumber(numberIn(usage, "outputTokens"))} out`;
  const reason = textIn(data, "finishReason").replaceAll("_", " ");
  return Object.keys(usage).length === 0 ? reason : `${reason} · ${tokens}`;
}

/** The arguments of a call, or its only one. */
export function argumentsText({ data }: TimelineEvent): string {
  const given = data.arguments;
  if (typeof given === "string") return oneLine(given);
  if (!isFields(given)) return "";
  const values = Object.values(given);
  const [only] = values;
  return oneLine(values.length === 1 && typeof only === "string" ? only : JSON.stringify(given));
}

/** What became of a question. */
export function decisionText({ data }: TimelineEvent): string {
  const ignored = textIn(data, "ignored");
  if (ignored !== "") return `an answer without effect: ${ignored.replaceAll("_", " ")}`;
  const reason = textIn(data, "reason");
  const said = reason === "" ? "" : `: ${reason}`;
  if (data.approve !== true) return oneLine(`refused${said}`);
  return oneLine(data.arguments === undefined ? `allowed${said}` : `allowed with other arguments${said}`);
}

/** A message of an error or a warning. */
export function problemText({ data }: TimelineEvent): string {
  const { error } = data;
  const message = isFields(error)
    ? textIn(error, "message")
    : typeof error === "string"
      ? error
      : textIn(data, "message");
  return oneLine([textIn(data, "code"), message].filter((part) => part !== "").join(": "));
}

function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => (isFields(part) && part.type === "text" ? textIn(part, "text") : "")).join(" ");
}

function numberIn(fields: Fields, name: string): number {
  const value = fields[name];
  return typeof value === "number" ? value : 0;
}

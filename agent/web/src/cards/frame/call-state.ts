import type { ToolCallMessagePartProps } from "@assistant-ui/react";
import { fieldIn, textIn } from "@toolwright/view/internal";
import { cardsTexts } from "../../words/cards.ts";
import { parsedJson } from "../json-text.ts";

/** How a call stands. Durations are in milliseconds. */
export type CallState =
  | { readonly kind: "arguments" | "queued" | "asking" | "running" }
  | { readonly kind: "done"; readonly durationMs: number | undefined }
  | {
      readonly kind: "failed";
      readonly code: string | undefined;
      /** Empty when the result says what went wrong. */
      readonly message: string;
      readonly durationMs: number | undefined;
    }
  | { readonly kind: "refused" | "stopped"; readonly message: string };

/** What a state is read from: a part of assistant-ui. */
export type CallFacts = Pick<
  ToolCallMessagePartProps,
  "argsText" | "status" | "result" | "isError" | "approval" | "timing"
>;

/**
 * The state of a call. A defined result makes assistant-ui's status "complete" even for a failed call, so `isError` is
 * read.
 */
export function callState(call: CallFacts, durationMs = measured(call)): CallState {
  if (call.result === undefined) return openState(call);
  if (call.isError !== true) return { kind: "done", durationMs };
  const code = textIn(call.result, "errorCode");
  const message = textIn(call.result, "message") ?? "";
  if (code === "policy_denied" || code === "approval_denied") return { kind: "refused", message };
  if (code === "aborted" || code === "skipped") return { kind: "stopped", message };
  return { kind: "failed", code, message, durationMs };
}

function openState({ status, approval, argsText }: CallFacts): CallState {
  if (approval?.approved === false) return { kind: "refused", message: approval.reason ?? "" };
  if (status.type === "incomplete" || status.type === "complete") {
    return { kind: "stopped", message: cardsTexts.noResult };
  }
  if (approval !== undefined && approval.approved === undefined && approval.resolution === undefined) {
    return { kind: "asking" };
  }
  return { kind: isWhole(argsText) ? "running" : "arguments" };
}

/** The last character is looked at first, so that a long text is seldom read. */
function isWhole(argsText: unknown): boolean {
  return typeof argsText === "string" && argsText.trimEnd().endsWith("}") && parsedJson(argsText) !== undefined;
}

function measured({ timing }: CallFacts): number | undefined {
  const [begin, end] = [fieldIn(timing, "startedAt"), fieldIn(timing, "completedAt")];
  return typeof begin === "number" && typeof end === "number" ? Math.max(0, end - begin) : undefined;
}

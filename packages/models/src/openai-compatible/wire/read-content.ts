import type { Json } from "@toolwright/core";
import { fieldOf, listOf, textOf } from "./json-field.ts";

/** What a delta says to people. */
export interface Content {
  readonly text: string;
  readonly reasoning: string;
}

/** Reads text and reasoning from a delta or a message; content may be a string or a list of parts. */
export function readContent(delta: Json): Content {
  const parts = listOf(delta, "content");
  const thoughts = parts.map(thinkingOf).join("");
  // Some servers send the same reasoning under both names.
  const reasoning = textOf(delta, "reasoning_content") || textOf(delta, "reasoning") || thoughts;
  const text = textOf(delta, "content") + parts.map((part) => textOf(part, "text")).join("");
  return { text: text + textOf(delta, "refusal"), reasoning };
}

function thinkingOf(part: Json): string {
  const thinking = fieldOf(part, "thinking");
  if (typeof thinking === "string") return thinking;
  return listOf(part, "thinking")
    .map((inner) => textOf(inner, "text"))
    .join("");
}

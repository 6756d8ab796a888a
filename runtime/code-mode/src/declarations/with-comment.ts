import { isFields } from "@toolwright/core/internal";
import { commentText } from "./comment-text.ts";
import { constraintsOf } from "./constraints.ts";
import type { Place } from "./place.ts";

export interface CommentedOptions {
  readonly schema: unknown;
  /** The field that it is the schema of. */
  readonly key: string;
  readonly place: Place;
}

/** Characters: a description in a comment is a hint, and the whole list of tools stands in every request. */
const MAX_DESCRIPTION = 200;

/** A type, and behind it what a type cannot say: description, bounds, default. */
export function withComment(type: string, { schema, key, place }: CommentedOptions): string {
  if (!isFields(schema)) return type;
  const target = typeof schema.$ref === "string" ? place.references.target(schema.$ref) : undefined;
  const whole = { ...(isFields(target) ? target : {}), ...schema };
  const said = [describing(whole.description, key), ...constraintsOf(whole)].map(commentText);
  const comment = said.filter((part) => part !== "").join("; ");
  return comment === "" ? type : `${type} /* ${comment} */`;
}

function describing(description: unknown, key: string): string {
  if (typeof description !== "string" || repeats(description, key)) return "";
  const text = commentText(description).replace(/\.$/, "");
  return text.length <= MAX_DESCRIPTION ? text : `${text.slice(0, MAX_DESCRIPTION - 1)}…`.toWellFormed();
}

/** Whether the text says nothing that the name of the field does not say. */
function repeats(description: string, key: string): boolean {
  const known = new Set([...wordsOf(key), ...EMPTY_WORDS]);
  return wordsOf(description).every((word) => known.has(word));
}

const EMPTY_WORDS = ["a", "an", "the", "of", "to", "for"];

function wordsOf(text: string): readonly string[] {
  const apart = text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase();
  return apart.match(/[\p{L}\p{N}]+/gu) ?? [];
}

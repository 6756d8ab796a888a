import { isFields, objectIn } from "@toolwright/core/internal";

/**
 * The one field of the object that stands for arguments which are none. Frameworks parse arguments before a tool sees
 * them, and refuse or change what is no object; providers refuse a history in which they are none. So the text goes
 * along within one.
 */
const FIELD = "unreadable_arguments";

/** Arguments as a model wrote them, in a form that frameworks hand on: unchanged where they are a JSON object. */
export function held(text: string): string {
  return objectIn(text) !== undefined ? text : JSON.stringify({ [FIELD]: text });
}

/** The text that stands in arguments because it was no JSON object; undefined where they are what the model wrote. */
export function heldText(args: unknown): string | undefined {
  if (!isFields(args) || !Object.hasOwn(args, FIELD) || Object.keys(args).length !== 1) return undefined;
  const { [FIELD]: text } = args;
  return typeof text === "string" && objectIn(text) === undefined ? text : undefined;
}

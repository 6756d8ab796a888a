import { isFields, jsonIn } from "@toolwright/core/internal";

/** A line of a batch: a call, or why it is none. */
export type ParsedCallLine = { readonly id: string | undefined } & (
  | {
      readonly ok: true;
      readonly name: string;
      /** JSON text; the runner judges it. */
      readonly arguments: string;
    }
  | { readonly ok: false; readonly message: string }
);

/** Reads `{id?, name, arguments}`. */
export function parseCallLine(line: string): ParsedCallLine {
  const value = jsonIn(line);
  if (!isFields(value)) {
    const message = value === undefined ? "The line is not JSON." : "The line is not a JSON object.";
    return { id: undefined, ok: false, message };
  }
  const id = ownText(value, "id");
  const name = ownText(value, "name");
  if (name === undefined) return { id, ok: false, message: 'The line has no "name".' };
  return { id, ok: true, name, arguments: argumentsText(Object.hasOwn(value, "arguments") ? value.arguments : {}) };
}

function ownText(value: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const text = Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof text === "string" && text !== "" ? text : undefined;
}

/** A text is the raw arguments text; anything else was JSON in the line and is JSON again. */
function argumentsText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

import type { Json } from "@toolwright/core";
import { fieldIn, listIn, numberIn, textIn } from "./fields.ts";

/** One thing that a person is asked to fill in. */
export interface QuestionField {
  readonly name: string;
  readonly label: string;
  readonly description: string | undefined;
  readonly kind: QuestionKind;
  readonly required: boolean;
  /** What may be chosen, where the kind is a choice. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** What stands there when nobody types anything; undefined for nothing. */
  readonly initial: Json | undefined;
  readonly limits: FieldLimits;
}

/** Kinds of fields. */
export type QuestionKind = "text" | "number" | "integer" | "yes_no" | "choice" | "choices";

interface FieldLimits {
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** What an MCP server asks the user in the middle of a call. */
export interface ServerQuestion {
  readonly server: string;
  /** The tool whose call waits for the answer. */
  readonly tool: string;
  readonly message: string;
  /** What was wrong with the last answer. */
  readonly problem: string | undefined;
  /** An address that the server wants the user to go to; it is shown, and opened by nobody but the user. */
  readonly url: string | undefined;
  readonly fields: readonly QuestionField[];
}

/** The name of the calls that are such questions. No tool of a server can be called so. */
const NAME = "mcp_question";

/** The question that a call is; undefined for every other call. */
export function serverQuestion(toolName: string, asked: unknown): ServerQuestion | undefined {
  const [server, tool, message] = [textIn(asked, "server"), textIn(asked, "tool"), textIn(asked, "message")];
  if (toolName !== NAME || server === undefined || tool === undefined || message === undefined) return undefined;
  const fields = listIn(asked, "fields").map(fieldOf);
  const known = fields.filter((field) => field !== undefined);
  if (known.length !== fields.length) return undefined;
  return { server, tool, message, problem: textIn(asked, "problem"), url: textIn(asked, "url"), fields: known };
}

const KINDS: ReadonlySet<string> = new Set<QuestionKind>(["text", "number", "integer", "yes_no", "choice", "choices"]);

function isKind(kind: string | undefined): kind is QuestionKind {
  return kind !== undefined && KINDS.has(kind);
}

function fieldOf(field: unknown): QuestionField | undefined {
  const [name, kind] = [textIn(field, "name"), textIn(field, "kind")];
  if (name === undefined || !isKind(kind)) return undefined;
  const limit = (...names: string[]) => names.map((one) => numberIn(field, one)).find((one) => one !== undefined);
  return {
    name,
    kind,
    label: textIn(field, "label") ?? name,
    description: textIn(field, "description"),
    required: fieldIn(field, "required") === true,
    choices: listIn(field, "choices").map((choice) => {
      const value = textIn(choice, "value") ?? "";
      return { value, label: textIn(choice, "label") ?? value };
    }),
    initial: initialOf(fieldIn(field, "initial")),
    limits: { min: limit("minimum", "minLength", "minItems"), max: limit("maximum", "maxLength", "maxItems") },
  };
}

function initialOf(value: unknown): Json | undefined {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : undefined;
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@toolwright/core";

/** A call as a model sent it: the value of its arguments, or the text where that text is the point. */
export interface SentForm {
  readonly id: string;
  readonly tool: string;
  /** `$ROOT` stands for the folder. */
  readonly arguments: JsonObject | string;
}

/** A call that says clearly enough what is wanted. */
export interface RightForm extends SentForm {
  readonly meant: {
    /** Texts of files afterwards; every other file is as it was. */
    readonly files?: Readonly<Record<string, string>>;
    /** Words that stand in the answer, and words that do not. */
    readonly says?: string;
    readonly saysNot?: string;
  };
  /** Who sends it: the harness whose shape it has, a report of it, or the model that was seen to. */
  readonly source: string;
}

/** A call that must not run, and the reason. */
export interface WrongForm extends SentForm {
  readonly why: string;
}

/** A call that is refused, with the call as it should be. */
export interface BroughtForm extends SentForm {
  readonly call: JsonObject;
  readonly source: string;
}

export const RIGHT_FORMS = formsOf<RightForm>("right");
export const WRONG_FORMS = formsOf<WrongForm>("wrong");
export const BROUGHT_FORMS = formsOf<BroughtForm>("brought");

function formsOf<Form extends SentForm>(name: string): readonly Form[] {
  const lines = readFileSync(join(import.meta.dirname, `${name}.jsonl`), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => JSON.parse(line));
}

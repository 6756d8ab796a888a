import type { Json } from "@toolwright/core";
import { answerTexts } from "../words/answers.ts";
import type { QuestionField } from "./server-question.ts";

/** What was filled in: a value, nothing at all (`undefined`), or one sentence that says what is wrong with it. */
export type ReadAnswer =
  | { readonly ok: true; readonly value: Json | undefined }
  | { readonly ok: false; readonly problem: string };

/**
 * Reads what a person typed or chose for a field: a text, and for several choices one in a line or behind a comma.
 * Choices are taken by value, label or number, from 1.
 */
export function readAnswer(field: QuestionField, typed: string): ReadAnswer {
  const text = field.kind === "text" ? typed : typed.trim();
  if (text === "") return empty(field);
  switch (field.kind) {
    case "text":
      return within(field, text, text.length, answerTexts.characters);
    case "yes_no":
      return yesOrNo(text);
    case "choice":
      return chosen(field, text);
    case "choices":
      return allChosen(field, text);
    default:
      return numeric(field, text);
  }
}

function empty({ initial, required }: QuestionField): ReadAnswer {
  if (initial !== undefined) return { ok: true, value: initial };
  return required ? problem(answerTexts.missing) : { ok: true, value: undefined };
}

function numeric(field: QuestionField, text: string): ReadAnswer {
  const value = Number(text);
  if (!Number.isFinite(value)) return problem(answerTexts.number);
  if (field.kind === "integer" && !Number.isSafeInteger(value)) return problem(answerTexts.wholeNumber);
  return within(field, value, value, String);
}

function yesOrNo(text: string): ReadAnswer {
  const word = text.toLowerCase();
  if (["y", "yes", "true"].includes(word)) return { ok: true, value: true };
  return ["n", "no", "false"].includes(word) ? { ok: true, value: false } : problem(answerTexts.yesOrNo);
}

function chosen({ choices }: QuestionField, text: string): ReadAnswer {
  const found =
    choices.find(({ value }) => value === text) ??
    choices.find(({ label }) => label.toLowerCase() === text.toLowerCase()) ??
    (/^\d+$/.test(text) ? choices[Number(text) - 1] : undefined);
  return found === undefined ? problem(answerTexts.choice) : { ok: true, value: found.value };
}

function allChosen(field: QuestionField, text: string): ReadAnswer {
  const read = text
    .split(/[\n,]/)
    .map((one) => one.trim())
    .filter((one) => one !== "")
    .map((one) => chosen(field, one));
  const wrong = read.find(({ ok }) => !ok);
  if (wrong !== undefined) return wrong;
  const values = [...new Set(read.flatMap((one) => (one.ok && one.value !== undefined ? [one.value] : [])))];
  return within(field, values, values.length, answerTexts.ofThem);
}

function within(field: QuestionField, value: Json, size: number, counted: (count: number) => string): ReadAnswer {
  const { min, max } = field.limits;
  if (min !== undefined && size < min) return problem(answerTexts.atLeast(counted(min)));
  return max !== undefined && size > max ? problem(answerTexts.atMost(counted(max))) : { ok: true, value };
}

function problem(words: string): ReadAnswer {
  return { ok: false, problem: words };
}

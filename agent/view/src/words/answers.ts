import { inLanguage } from "./in-language.ts";

/** Why an answer to the question of a server cannot be taken. */
export const answerTexts = inLanguage("answers", {
  missing: "It must be filled in.",
  number: "It must be a number.",
  wholeNumber: "It must be a whole number.",
  yesOrNo: "It must be yes or no.",
  choice: "It must be one of the choices.",
  atLeast: (size: string) => `It must be at least ${size}.`,
  atMost: (size: string) => `It must be at most ${size}.`,
  characters: (count: number) => `${count} characters`,
  ofThem: (count: number) => `${count} of them`,
});

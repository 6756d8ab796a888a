import { inLanguage } from "@toolwright/view/internal/words";

/** The card of a program of the model. */
export const programCardTexts = inLanguage("programCard", {
  calls: "Calls of the program",
  callsInside: (name: string) => `Calls inside ${name}`,
  callCount: (count: number) => (count === 1 ? "1 call" : `${count} calls`),
  console: "Console",
  line: (line: number) => `line ${line}`,
  toLine: (line: number, call: string) => `Line ${line} of the program: ${call}`,
  toCalls: (line: number, count: number) => `Line ${line}: ${count === 1 ? "1 call" : `${count} calls`}`,
});

import { answerCandidates, isFields } from "@toolwright/core/internal";

/** The JSON in a model's answer as text, for a client that parses all of it; the whole answer where it holds none. */
export function formText(answer: string): string {
  const candidates = answerCandidates(answer);
  const found = candidates.find(isFields) ?? candidates[0];
  return found === undefined ? answer : JSON.stringify(found);
}

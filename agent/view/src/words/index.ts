// What the page and the terminal say in the same words, and how both are put into another language.
import type { answerTexts } from "./answers.ts";
import type { endTexts } from "./ends.ts";
import type { errorTexts } from "./errors.ts";
import type { formatTexts } from "./format.ts";
import type { modeTexts } from "./modes.ts";
import type { programTexts } from "./program.ts";
import type { questionTexts } from "./question.ts";
import type { reachTexts } from "./reach.ts";
import type { riskTexts } from "./risk.ts";
import type { ruleTexts } from "./rules.ts";
import type { statusTexts } from "./status.ts";
import type { timelineTexts } from "./timeline.ts";

export { endTexts } from "./ends.ts";
export { errorTexts } from "./errors.ts";
export { formatTexts } from "./format.ts";
export { inLanguage, speak, type Translations } from "./in-language.ts";
export { programTexts } from "./program.ts";
export { questionTexts } from "./question.ts";
export { statusTexts } from "./status.ts";

/** The texts that a translation has to have besides those of the page itself. */
export interface SharedTexts {
  readonly answers: typeof answerTexts;
  readonly ends: typeof endTexts;
  readonly errors: typeof errorTexts;
  readonly format: typeof formatTexts;
  readonly modes: typeof modeTexts;
  readonly program: typeof programTexts;
  readonly question: typeof questionTexts;
  readonly reach: typeof reachTexts;
  readonly risk: typeof riskTexts;
  readonly rules: typeof ruleTexts;
  readonly status: typeof statusTexts;
  readonly timeline: typeof timelineTexts;
}

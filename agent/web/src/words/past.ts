import { inLanguage } from "@toolwright/view/internal/words";

/** Looking back at earlier steps, and going on from one. */
export const pastTexts = inLanguage("past", {
  steps: "Steps of this conversation",
  step: "Step",
  none: "This conversation has no earlier step.",
  close: "Close",
  backToNow: "Back to now",
  stepOf: (place: number, all: number) => `Step ${place} of ${all}`,
  now: "now",
  answer: "answer",
  goOn: "Go on from here",
  goOnBack: "Go on, files as they were",
  goOnKeep: "Go on, keep files as they are",
  ask: (files: string) => `Later steps changed ${files}. Take that back, too?`,
  takeBackAnyway: "Take them back anyway",
  andMore: (names: string, count: number) => `${names} and ${count} more`,
});

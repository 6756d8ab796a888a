import { inLanguage } from "./in-language.ts";

/** What the modes of permissions are called, and what each does. */
export const modeTexts = inLanguage("modes", {
  default: { name: "Ask first", about: "Asks before it changes anything, unless a rule allows it." },
  acceptEdits: { name: "Accept edits", about: "Changes files of the folder unasked; asks about the rest." },
  plan: { name: "Plan only", about: "Looks and plans; nothing is changed." },
  denyAsks: { name: "Ask nobody", about: "Refuses every call that would need a question." },
});

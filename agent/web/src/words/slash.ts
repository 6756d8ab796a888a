import { inLanguage } from "@toolwright/view/internal/words";

/** Commands that begin with a slash. */
export const slashTexts = inLanguage("slash", {
  new: "begin a new conversation",
  settings: "saved rules, notifications",
  help: "keyboard shortcuts",
  compact: "summarise the conversation so far, to make room for more",
  export: "save this conversation as a file",
  rename: "give this conversation another title",
  titleMissing: "Write the title after /rename.",
  archive: "put this conversation away",
  undo: "take back the file changes of the last run",
  nothingToUndo: "No run of this conversation has changed files that can be taken back.",
  model: "choose the model",
  effort: "choose how much the model thinks",
  mode: "choose how much is done unasked",
  takesOneOf: (name: string, choices: string) => `/${name} takes one of: ${choices}.`,
});

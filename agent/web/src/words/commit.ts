import { inLanguage } from "@toolwright/view/internal/words";

/** The commit of what a conversation changed. */
export const commitTexts = inLanguage("commit", {
  open: "Commit…",
  form: "Commit",
  filesCommitted: (count: number): string => (count === 1 ? "This file is committed:" : "These files are committed:"),
  filesLeft: "Left out, because git ignores them or they have not changed since the last commit:",
  more: (count: number) => `and ${count} more`,
  message: "Message",
  writing: "The model writes a message…",
  notWritten: (why: string) => `The model wrote no message, so write one. ${why}`,
  asksFirst: "You are asked in the conversation before git runs, because a commit runs the hooks of the repository.",
  commit: "Commit",
  cancel: "Cancel",
  showConversation: "Show the conversation",
  underWay: "The commit is under way.",
  waits: "The commit waits for your answer in the conversation.",
  notMade: "Nothing was committed: the call in the conversation says why.",
  made: "Committed.",
  madeAs: (commit: string) => `Committed ${commit}.`,
});

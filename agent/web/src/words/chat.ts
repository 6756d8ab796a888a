import { inLanguage } from "@toolwright/view/internal/words";

/** Messages, and what can be done with them. */
export const chatTexts = inLanguage("chat", {
  conversation: "Conversation",
  agent: "Agent",
  you: "You",
  youDuringRun: "You, during the run",
  sentByYou: "Sent by you",
  newConversation: "New conversation",
  branchOfFolder: "The branch of the folder",
  steps: "Steps",
  lookBack: "Look back at earlier steps",
  jumpToLatest: "Jump to the latest",
  loading: "Loading…",
  earlier: "Earlier messages",
  loadEarlierFirst: "The messages before this answer are not loaded. Load the earlier messages first.",
  edit: "Edit",
  editedMessage: "Edited message",
  continuesInNew: "Continues in a new conversation; this one is kept.",
  cancel: "Cancel",
  send: "Send",
  retry: "Retry",
  retryTitle: "Answer again in a new conversation; this one is kept",
  branch: "Branch",
  branchTitle: "Continue from here in a new conversation; this one is kept",
  branchOf: (place: number, all: number) => `Branch ${place} of ${all}`,
  branchBefore: "Previous branch",
  branchAfter: "Next branch",
  copyMessage: "Copy message",
  copied: "Copied",
  notCopied: "Cannot copy",
  reasoning: "Reasoning",
  reasoningNow: "Reasoning…",
  summarised: "Older messages were summarised for the model",
  summarisedTo: (before: string, after: string) =>
    `Older messages were summarised for the model: ${before} tokens became ${after}`,
  showAllCharacters: (count: string) => `Show all ${count} characters`,
  goodAnswer: "Good answer",
  badAnswer: "Bad answer",
  reason: "Reason (optional)",
  keepReason: "Save",
  wrap: "Wrap lines",
  saveCode: "Save code",
  copyCode: "Copy code",
  image: "image",
  table: "Table",
  done: "done",
  notDone: "not done",
  showFile: "Show the file",
  formula: "Formula",
});

/** A conversation in which nothing was said yet. */
export const emptyTexts = inLanguage("empty", {
  heading: "What would you like to do?",
  tools: (count: number) => `The agent has ${count === 1 ? "1 tool" : `${count} tools`}.`,
  worksIn: (folder: string) => `It works in the folder ${folder}, and asks before it changes anything.`,
  suggestions: "Suggestions",
});

/** How far commands get that nobody is asked about. */
export const sandboxTexts = inLanguage("sandbox", {
  none: "no sandbox",
  noneSentence: "Commands reach this machine and the network: no sandbox holds them.",
  network: "the network",
  readsOnly: "reads only",
  folder: "this folder",
  sentence: ({ sandbox, writes, network }: { sandbox: string; writes: boolean; network: boolean }) =>
    `Commands run in the sandbox (${sandbox}): they ${writes ? "change this folder alone" : "change no file"}, and ${network ? "reach the network" : "have no network"}.`,
});

/** What a person can do about a run that ended early or failed. */
export const adviceTexts = inLanguage("advice", {
  emptyAnswer: "The model ended without an answer. Send “go on”, or rephrase the request.",
  failed: "The run failed.",
  failedBecause: (why: string) => `The run failed: ${why}`,
  tryAgain: "Try again",
  goOn: "Send “go on” to continue.",
  budget: "The conversation continues once the server allows more.",
  rephrase: "Rephrase the request.",
  denied: "Say how to continue.",
  loopGuard: "Say what should be done differently.",
  sendAgain: "Send the message again, or another one.",
  otherKey: "Try again with another key for the server, or another model.",
  tooLong: "Compact the conversation, or begin a new one.",
  wait: "Wait a moment, or choose another model; then try again.",
  otherWords: "Choose another model, or rephrase the request.",
  notStored: "Reload the page to see what was stored.",
  setUp: "Try again when the server is set up differently.",
  fixed: "Try again when that is fixed.",
});

/** Diagrams of Mermaid. */
export const diagramTexts = inLanguage("diagrams", {
  source: "Source",
  diagram: "Diagram",
  copySource: "Copy source",
  of: (source: string) => `Diagram: ${source}`,
  tooLarge: "The diagram is too large to be drawn; this is its source.",
  tooSlow: "The diagram took too long to be drawn; this is its source.",
  mistake: (line: number | undefined) =>
    `The diagram has a mistake${line === undefined ? "" : ` in line ${line}`}, so it cannot be drawn; this is its source.`,
});

import { inLanguage } from "@toolwright/view/internal/words";

/** Where people write. */
export const composerTexts = inLanguage("composer", {
  form: "Message to the agent",
  message: "Message",
  ask: "Ask for something, @file, /command",
  sayToRun: "Say something to the run",
  refuseAndSay: "Refuse, and say what to do instead",
  attach: "Attach files",
  send: "Send",
  stop: "Stop",
  completions: "Completions",
  connectAgain: "Connect again",
  dismiss: "Dismiss",
  showQuestion: "Show the question",
  usage: (text: string) => `Conversation: ${text}`,
  tokens: (read: string, written: string) => `${read} tokens in, ${written} out`,
  context: (tokens: string) => `Context: ${tokens} tokens`,
  contextShare: (percent: number, window: string) => `Context: ${percent}% of ${window} tokens`,
  compact: "Compact",
  compacted: (before: string, after: string) => `Summarised: ${before} tokens before, ${after} now.`,
  broughtBack: "What you wrote last did not reach the server: it is in the field again.",
  quarantined: "Quarantined: a call of this run has ended three servers. Nothing is running.",
  tryAgain: "Try again",
  endRun: "End the run",
  notSent: (why: string) => `This was not sent: ${why}`,
});

/** What goes on, in the line below the messages. */
export const progressTexts = inLanguage("progress", {
  loading: "Loading the conversation",
  reconnecting: "Connection lost. Reconnecting…",
  unreached: "The server does not answer; it may be starting again. Trying to reach it.",
  interrupted: "This run was interrupted. The server takes it up again; Stop ends it.",
  sending: "Sending",
  because: (status: string, why: string) => `${status}: ${why}`,
  waitingFor: (names: string) => `Waiting for your answer: ${names}`,
  runningMany: (count: number, names: string) => `Running ${count} calls: ${names}`,
  queued: (count: number) => (count === 1 ? "1 call waits" : `${count} calls wait`),
  writingCallOf: (names: string) => `Writing a call: ${names}`,
  andMore: (names: string, count: number) => `${names} and ${count} more`,
  silentFor: (duration: string) => `No output for ${duration}`,
});

/** Files that go along with a message. */
export const attachTexts = inLanguage("attach", {
  list: "Attached files",
  unkept: "This is more than the browser keeps: a reload of the page loses it.",
  reading: (count: number) => (count === 1 ? "Reading a file…" : `Reading ${count} files…`),
  remove: (name: string) => `Remove ${name}`,
  dismiss: "Dismiss",
  savePasted: "Save what was pasted",
  imageName: (place: number) => `Image ${place}`,
  pastedName: (count: number) => `Pasted text ${count}.txt`,
  tooLarge: (name: string) => `“${name}” cannot be attached: it is larger than 32 MB.`,
  unknownForm: (name: string) =>
    `“${name}” cannot be attached: it is not a text, a PDF document or a known kind of image.`,
  tooLong: (name: string) => `“${name}” cannot be attached: its text is longer than 500,000 characters.`,
  noReader: (name: string) => `“${name}” cannot be attached: the reader of PDF documents did not load.`,
  noText: (name: string) => `“${name}” cannot be attached: it has no text that can be read.`,
  brokenImage: (name: string) => `“${name}” cannot be attached: the browser cannot read this image.`,
  largeImage: (name: string) => `“${name}” cannot be attached: it is larger than 3 MB.`,
  unreadImage: "The image could not be read.",
});

/** Messages that were written while a run goes on. */
export const queueTexts = inLanguage("queue", {
  list: "Waiting messages",
  files: "(files)",
  sending: "Sending",
  waiting: "Sent when this step ends",
  unsent: "Not sent: the run ended first",
  send: "Send",
  edit: "Edit",
  dismiss: "Dismiss this message",
  takeBack: "Take this message back",
});

/** Commands in the background, and the plan. */
export const workTexts = inLanguage("work", {
  jobs: "Background jobs",
  noJobs: "No background jobs.",
  jobsRunning: (count: number) => `${count} background ${count === 1 ? "job" : "jobs"}`,
  jobsEnded: "Background jobs have ended",
  running: "running",
  ended: "ended",
  output: "Output",
  outputOf: (id: string) => `Output of ${id}`,
  stop: "Stop",
  stopOne: (id: string) => `Stop ${id}`,
  notKept: "Its output was not kept.",
  nothingYet: "(nothing yet)",
  plan: (done: number, all: number) => `Plan ${done}/${all}`,
  planDone: (done: number, all: number) => `${done} of ${all} done`,
  noPlan: "This conversation has no plan.",
  hidePlan: "Hide until it changes",
});

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

/** Prompts of MCP servers. */
export const promptTexts = inLanguage("prompts", {
  missing: (server: string, name: string) => `The MCP server ${server} has no prompt ${name}.`,
  preview: "Preview",
  close: "Close",
  says: (server: string) => `The MCP server ${server} says this. Send it as your message?`,
  text: "Text of the prompt",
  images: (count: number) => (count === 1 ? "An image goes along." : `${count} images go along.`),
  send: "Send it",
});

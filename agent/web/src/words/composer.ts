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
  connectAgain: "Reconnect",
  dismiss: "Dismiss",
  showQuestion: "Show the question",
  usage: (text: string) => `Conversation: ${text}`,
  tokens: (read: string, written: string) => `${read} tokens in, ${written} out`,
  context: (tokens: string) => `Context: ${tokens} tokens`,
  contextShare: (percent: number, window: string) => `Context: ${percent}% of ${window} tokens`,
  compact: "Compact",
  compacted: (before: string, after: string) => `Summarised: ${before} tokens before, ${after} now.`,
  broughtBack: "What you wrote last did not reach the server: it is in the field again.",
  quarantined: "Quarantined: a call of this run brought down three servers. Nothing is running.",
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

import { ActivityStream } from "../journal/activity-stream.ts";
import { onUserMessage } from "../journal/on-user-message.ts";
import type { Run } from "./run.ts";
import type { ToolLoopConfig } from "./tool-loop-config.ts";

/** What tools say to the user is read from the events of a run, so it needs a stream for them. */
export function withActivity(config: ToolLoopConfig): ToolLoopConfig {
  return config.activity === undefined ? { ...config, activity: new ActivityStream() } : config;
}

/**
 * Tells `onUserMessage` what the tools of this run, and of no other on the same stream, say to the user. Returns the
 * function that ends it.
 */
export function tellUser({ config, runId }: Run): () => void {
  const { activity, onUserMessage: tell } = config;
  if (activity === undefined || tell === undefined) return () => undefined;
  return onUserMessage(activity, (message) => (message.runId === runId ? tell(message) : undefined));
}

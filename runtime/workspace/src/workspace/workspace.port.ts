import type { Conversation } from "@toolwright/core";
import { conversationKey } from "@toolwright/core/internal";
import type { FilesPort } from "./files.port.ts";
import type { ProcessesPort } from "./processes.port.ts";

/** A folder that tools work in: its files, and processes that start inside it. */
export interface Workspace {
  /** Absolute real path, without a trailing slash. Nothing outside it is shown or changed. */
  readonly root: string;
  /** What `~` stands for; absolute. */
  readonly home: string;
  /** Absolute; outside `root`. For what tools keep aside: undo images, locks, spilled output. Made when first used. */
  readonly stateDirectory: string;
  readonly files: FilesPort;
  readonly processes: ProcessesPort;
}

/** One text for each conversation in a workspace. */
export function conversationIn({ root }: Workspace, conversation: Conversation): string {
  return `${root}\0${conversationKey(conversation)}`;
}

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

/** `GET /api/rules`. */
export interface RuleList {
  /** As people saved them, the oldest first. */
  readonly rules: readonly string[];
}

/** `GET /api/files`. */
export interface FileList {
  /** Relative to the folder, the best first. */
  readonly files: readonly string[];
}

/** `GET /api/files?path=…`. */
export interface FileText {
  readonly path: string;
  /** A piece of it, secrets masked: a number, a tab and the line, as `read` prints them, and notes in brackets. */
  readonly text: string;
}

/** A command that a run left at work. Times are milliseconds since 1970. */
export interface BackgroundJob {
  readonly id: string;
  readonly command: string;
  readonly state: "running" | "ended";
  readonly startedAt: number;
  /** How it ended, such as `exit 0`; left out while it runs. */
  readonly ending?: string;
  readonly hasFailed?: boolean;
}

/** `GET /api/threads/:id/jobs`. */
export interface JobList {
  /** In the order in which they were started. */
  readonly jobs: readonly BackgroundJob[];
}

/** `GET /api/threads/:id/jobs/:job`. */
export interface JobOutput {
  /** The end of what it printed, secrets masked. */
  readonly text: string;
  /** Whether there was more before. */
  readonly isCut: boolean;
}

/** What `POST /api/threads/:id/compact` takes. */
export interface CompactRequest {
  /** What the summary has to hold besides, in words. */
  readonly instructions?: string;
}

/** Tokens are of the history, roughly. Where nothing was summarised, `reason` says why in one sentence. */
export type CompactAnswer =
  | { readonly compacted: true; readonly before: number; readonly after: number }
  | { readonly compacted: false; readonly reason: string };

/** `GET /api/threads/:id/requests/:seq`: what a model was sent, as the record has it; secrets are masked. */
export interface ModelRequest {
  readonly messages: readonly RequestMessage[];
  /** How many stood before those that are shown. */
  readonly earlier: number;
}

export interface RequestMessage {
  readonly role: string;
  /** Text, and calls with their arguments; images are named. */
  readonly text: string;
  /** Characters that are left out. */
  readonly cut?: number;
}

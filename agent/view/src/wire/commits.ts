/** By these words a model that is none knows what it is asked for. */
export const COMMIT_TASK = "You write the message of a git commit.";

/** What stands in the place of a model's name where a run only commits. */
export const COMMIT_MODEL = "git commit";

/** Characters of the message of a commit. */
export const MAX_COMMIT_MESSAGE = 5_000;

/** `GET /api/threads/:id/commit`: what a commit of its changes would hold, or why there can be none now. */
export type CommitOffer = ({ readonly ready: true } & CommitPlan) | { readonly ready: false; readonly reason: string };

/** What a commit would hold. */
export interface CommitPlan {
  /** Files that this conversation changed and that differ from the last commit, relative to the folder, by path. */
  readonly files: readonly string[];
  /** Further files that it changed: they are ignored, part of another repository, or as they were committed last. */
  readonly left: readonly string[];
}

/** `POST /api/threads/:id/commit/message`: a message that the model proposes, or why there is none. */
export type CommitMessage =
  | { readonly written: true; readonly message: string }
  | { readonly written: false; readonly reason: string };

/** `POST /api/threads/:id/commit` takes a message of 1 to {@link MAX_COMMIT_MESSAGE} characters. */
export interface CommitRequest {
  readonly message: string;
}

/** What it answers: the call that commits, which is asked about and run like any other of the thread. */
export interface CommitAnswer {
  readonly runId: string;
  readonly toolCallId: string;
}

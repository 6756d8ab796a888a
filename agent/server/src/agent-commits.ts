import type { JsonObject, ToolLoopConfig } from "@toolwright/core";
import type { Offered } from "./agent.ts";

/** How what runs changed goes into a commit of the folder's repository. */
export interface AgentCommits {
  /** What a commit of these files would hold, or why there can be none now. Paths are relative to the folder. */
  plan(paths: readonly string[]): Promise<Offered<PlannedCommit>>;
  /** The call that commits exactly the files of a plan. Why it cannot be made, where it cannot. */
  call(commit: PlannedCommit & { readonly message: string }): Offered<PlannedCall>;
  /**
   * What a run makes this call with, from what every run of the conversation has. A person is to be asked, since hooks
   * of the repository run.
   */
  configure(config: ToolLoopConfig): ToolLoopConfig;
}

/** What would be committed. */
export interface PlannedCommit {
  /** By path. */
  readonly files: readonly string[];
  /** Those among them that the repository does not know yet. */
  readonly untracked: readonly string[];
  /** First lines of the last commits, for the model that writes the next one. */
  readonly subjects: readonly string[];
}

/** A call that is made without a model. */
export interface PlannedCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** What `GET /api/threads/:id/branches` answers. */
export interface BranchList {
  readonly branches: readonly BranchPoint[];
}

/** Where threads that came from each other go different ways. */
export interface BranchPoint {
  /** The first run of the thread that the others do not have. */
  readonly runId: string;
  /** One for each way in the order in which they were made, the thread itself for its own. */
  readonly threads: readonly string[];
}

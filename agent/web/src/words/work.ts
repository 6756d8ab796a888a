import { inLanguage } from "@toolwright/view/internal/words";

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

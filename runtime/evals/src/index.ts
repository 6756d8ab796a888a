export { type EvaluateOptions, evaluate } from "./evaluate.ts";
export type { AgentReport, EvalReport, JudgedRun } from "./report/report.ts";
export { reportText } from "./report/report-text.ts";
export { type Interval, wilsonInterval } from "./report/wilson-interval.ts";
export type { Score, Scorer } from "./scorer.ts";
export type { EvalAgent, EvalRun, EvalTask } from "./task.ts";

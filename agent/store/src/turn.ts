// Turns on an engine over a store: nothing here needs SQLite.
export { withdrawDeadQuestions } from "./turn/dead-questions.ts";
export { approvalAddress, restingApprover } from "./turn/resting-approver.ts";
export { runTurn, type TurnOptions } from "./turn/run-turn.ts";
export { isToStop, retryAddress, type TurnLeaseOptions, turnLease } from "./turn/turn-lease.ts";

// What the first call loads: everything that takes it from a proposal to an answer.
export { runCall } from "./call.ts";
export { callScope, createScope, narrowed } from "./scope.ts";
export { executeStep } from "./step.ts";

// The first border of what is loaded: everything that takes a call from a proposal to an answer, with the first call.
import { lazy } from "../tool/lazy.ts";

export { stoppable } from "../journal/stoppable-sink.ts";
export { runCall } from "./call.ts";
export { callScope, createScope, narrowed } from "./scope.ts";
export { executeStep } from "./step.ts";
/** Few hosts want to know beforehand. */
export const foreseeing = lazy(() => import("./foresee.ts"));

// The one border of what is loaded: everything that takes a call from a proposal to an answer, with the first call.
export { endDependencies } from "../dependencies/resolver.ts";
export { stoppable } from "../journal/stoppable-sink.ts";
export { runCall } from "./call.ts";
export { callsInside } from "./calls-inside.ts";
export { createScope } from "./create-scope.ts";
export { foresee } from "./foresee.ts";
export { callScope, narrowed } from "./scope.ts";
export { executeStep } from "./step.ts";

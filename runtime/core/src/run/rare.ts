// The second border of what is loaded: refusals, failures, and what else few calls need, with the first that does.
export { endDependencies } from "../dependencies/resolver.ts";
export { copyResult } from "../result/copy-result.ts";
export * from "../result/failure.ts";
export { unlessTooLarge } from "../result/output-size.ts";
export { hookDetails, hookFailure, realMessage, thrownDetails, thrownMessage } from "../result/thrown.ts";
export { unreadable, unwritable } from "../result/unwritable.ts";
export { failedEnd } from "./failed-end.ts";
export * from "./hooks.ts";
export { mendArguments } from "./mend.ts";
export * from "./refusals.ts";
export { tooLate } from "./too-late.ts";

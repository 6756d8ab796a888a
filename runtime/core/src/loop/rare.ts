// What few runs need: loaded as one with the first that needs any of it.

export { endDependencies } from "../dependencies/resolver.ts";
export { callStep, modelStep } from "../durable/durable-steps.ts";
export { ToolRegistry } from "../faces/tool-registry.ts";
export { closeHistory } from "../journal/close-history.ts";
export { noModel } from "../model/no-model.ts";
export { toolsOf } from "../registry/tool-source.ts";
export { tellLate } from "../run/background.ts";
export { hearsMore, tellWaiting } from "../steer/steering.ts";
export { breakOff } from "./break-off.ts";
export { changedStep, withCacheTools } from "./change-step.ts";
export { crashedRun, notStarted } from "./failed-run.ts";
export { FinalAnswer } from "./final-answer.ts";
export { areOffered, keptOutputs } from "./kept-outputs.ts";
export { brokenAnswer, maskedAnswer, stoppedAnswer } from "./last-word.ts";
export { readConfig } from "./read-config.ts";
export { readMessages } from "./read-messages.ts";
export { ShownAnswer } from "./shown-answer.ts";
export { cutOff, NOT_DONE, tellWarnings } from "./step-notes.ts";
export { tellUser } from "./user-messages.ts";
export { StepWatch } from "./watch-step.ts";

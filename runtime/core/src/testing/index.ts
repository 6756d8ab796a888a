export { type ApprovalRule, approverByRules, type RulesApprover } from "./approver-by-rules.ts";
export type { CallSource } from "./calls/calls-of.ts";
export { type ExpectCallsOptions, type ExpectedCall, expectCalls } from "./calls/expect-calls.ts";
export { type FakeClock, fakeClock } from "./clock/fake-clock.ts";
export { parseScript } from "./scripted/parse-script.ts";
export type { ScriptCall, ScriptStep } from "./scripted/script-step.ts";
export { type ScriptedModel, type ScriptedRequest, scripted } from "./scripted/scripted.ts";
export { playTape, type TapePlayer } from "./tape/play-tape.ts";
export { type RecordOptions, recordTape, type TapeRecorder } from "./tape/record-tape.ts";

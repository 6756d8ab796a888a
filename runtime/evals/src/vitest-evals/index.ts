export { type ToolLoopHarness, toolLoopHarness, type VitestEvalsRun } from "./tool-loop-harness.ts";

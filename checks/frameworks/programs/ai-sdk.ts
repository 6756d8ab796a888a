import {
  type CodeModeApprovalInterrupt,
  experimental_continueCodeModeApproval as goOn,
  experimental_isCodeModeApprovalInterrupt as isInterrupt,
  experimental_runCodeMode as runCodeMode,
} from "@ai-sdk/code-mode";
import { jsonSchema, type Tool, tool } from "ai";
import type { ProgramState, ProgramSubject, ProgramTool } from "./program-subject.ts";

const continuationSecurity = { signingKey: "a key that is the same in each process" };
const options = { approval: { mode: "interrupt" }, continuationSecurity } as const;

/** AI SDK's code mode with its limits, in the mode that can wait for a person in another process. */
export const aiSdk: ProgramSubject = {
  name: "AI SDK code mode",
  version: "1.0.42",
  call: (name, args) => `tools.${name}(${args})`,
  begin: (js, tools) => stateOf(() => runCodeMode({ js, tools: toolSet(tools), options })),
  async goOn(state, { approve, reason }, tools) {
    const interrupt: CodeModeApprovalInterrupt = JSON.parse(state);
    const approvalResponse = { approvalId: interrupt.interruptId, approved: approve, ...(reason && { reason }) };
    return stateOf(() => goOn({ interrupt, approvalResponse, tools: toolSet(tools), options }));
  },
};

function toolSet(tools: readonly ProgramTool[]): Record<string, Tool<unknown, unknown>> {
  const inputSchema = jsonSchema<unknown>({ type: "object" });
  return Object.fromEntries(
    tools.map(({ name, asks = false, execute }) => [name, tool({ inputSchema, needsApproval: asks, execute })]),
  );
}

async function stateOf(work: () => Promise<unknown>): Promise<ProgramState> {
  try {
    const value = await work();
    if (!isInterrupt(value, continuationSecurity)) return { value, questions: 0, state: "" };
    return { questions: 1, state: JSON.stringify(value) };
  } catch (error) {
    return { thrown: String(error), questions: 0, state: "" };
  }
}

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTool, type Message, runToolLoop, type ToolLoopResult } from "@toolwright/core";
import { createOpenAiCompatibleModel } from "@toolwright/models";
import { createFolderAgent } from "@toolwright/workspace";
import type { Arm, Assignment, Ending, MadeCall } from "./arm.ts";
import { PLAIN_SYSTEM } from "./arm.ts";
import { isMended } from "./is-mended.ts";

/**
 * An agent over the folder as a program makes it, with a set of the standard tools; every question is answered with a
 * yes.
 */
export function runToolwright(toolsSet: "small" | "all"): Arm {
  return async (assignment) =>
    assignment.function === undefined ? inFolder(assignment, toolsSet) : oneFunction(assignment);
}

async function inFolder(assignment: Assignment, toolsSet: "small" | "all"): Promise<Ending> {
  const home = mkdtempSync(join(tmpdir(), "outcome-"));
  const agent = await createFolderAgent({
    root: assignment.folder ?? ".",
    home,
    stateDirectory: join(home, "state"),
    // The process of every arm is held by the same sandbox already.
    sandbox: "off",
    subAgents: false,
    toolsSet,
    approver: { approve: async ({ approvalId }) => ({ approvalId, approve: true }) },
  });
  try {
    const { maxSteps: maxIterations } = assignment;
    const how = { model: modelOf(assignment), maxIterations, llmOptions: limitsOf(assignment) };
    return endingOf(await agent.run(assignment.request, how), new Map());
  } finally {
    await agent.close();
  }
}

async function oneFunction(assignment: Assignment): Promise<Ending> {
  const ran = new Map<string, unknown>();
  const { tool: name = "", schema = { type: "object" } } = assignment.function ?? {};
  const only = defineTool({
    name,
    description: name,
    input: schema,
    execute: (input: unknown, { toolCallId }) => {
      ran.set(toolCallId, input);
      return "done";
    },
  });
  const messages: Message[] = [
    { role: "system", content: PLAIN_SYSTEM },
    { role: "user", content: assignment.request },
  ];
  const { maxSteps: maxIterations } = assignment;
  const config = { model: modelOf(assignment), tools: [only], maxIterations, llmOptions: limitsOf(assignment) };
  return endingOf(await runToolLoop(config, messages), ran);
}

function modelOf({ baseUrl, model }: Assignment) {
  return createOpenAiCompatibleModel({ baseUrl, model });
}

function limitsOf({ maxTokens }: Assignment) {
  return { temperature: 0, maxTokens };
}

function endingOf({ messages, content, iterations, usage, error }: ToolLoopResult, ran: Map<string, unknown>): Ending {
  const answers = new Map(
    messages.flatMap((one) => (one.role === "tool" ? [[one.tool_call_id, String(one.content)] as const] : [])),
  );
  const asked = messages.flatMap((one) => (one.role === "assistant" ? (one.tool_calls ?? []) : []));
  const calls = asked.map(({ id, function: { name, arguments: text } }): MadeCall => {
    const answer = answers.get(id) ?? "";
    const made = {
      name,
      asked: text,
      answer,
      isMended: isMended(answer),
      isRefused: /^Error \[/.test(answer),
    };
    return ran.has(id) ? { ...made, ran: ran.get(id) } : made;
  });
  return {
    answer: content,
    steps: iterations,
    tokensIn: usage.inputTokens,
    tokensOut: usage.outputTokens,
    calls,
    failure: error?.message,
  };
}

import type { AgentReport, EvalReport } from "./report.ts";

/** The report as Markdown: a table of the agents, and what was not passed. */
export function reportText({ agents, failures, left, scoring }: EvalReport): string {
  const head = ["Agent", "Passed", "95 % interval", "Steps", "Tokens in / out", "Cost", "Calls", "Refused", "Mended"];
  const table = [head, head.map((_name, place) => (place === 0 ? "---" : "---:")), ...agents.map(rowOf)];
  const lost = failures.map(({ agent, task, by, reason }) => `- ${agent}, ${task}, ${by}: ${reason}`);
  return [
    ...table.map((cells) => `| ${cells.join(" | ")} |`),
    ...(scoring.costUsd === undefined ? [] : ["", `Scoring cost ${dollars(scoring.costUsd)}.`]),
    ...(lost.length === 0 ? [] : ["", "Not passed:", "", ...lost]),
    ...(left.runs === 0
      ? []
      : ["", `Not made: ${left.runs === 1 ? "1 run" : `${left.runs} runs`}, because ${WHY[left.why ?? "aborted"]}.`]),
    "",
  ].join("\n");
}

const WHY = { budget: "the budget is spent", aborted: "the evaluation was stopped" };

function rowOf(report: AgentReport): readonly string[] {
  const { agent, passed, tasks, interval, steps, usage, calls, refused, mended } = report;
  return [
    agent.replaceAll("|", "\\|"),
    `${passed} of ${tasks}`,
    interval.map((share) => `${Math.round(share * 100)} %`).join(" to "),
    steps.toFixed(1),
    `${counted(usage.inputTokens)} / ${counted(usage.outputTokens)}`,
    usage.costUsd === undefined ? "unknown" : dollars(usage.costUsd),
    ...[calls, refused, mended].map(counted),
  ];
}

function counted(count: number): string {
  return count.toLocaleString("en-US");
}

function dollars(amount: number): string {
  return `$${amount.toFixed(amount < 0.1 ? 4 : 2)}`;
}

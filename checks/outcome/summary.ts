import type { Row } from "./rows.ts";
import { scoreOf } from "./score.ts";

/** Two tables for a person, as Markdown: goals met by kind of task and arm, and what they cost. */
export function summaryOf(model: string, arms: readonly string[], rows: readonly Row[]): string {
  const kinds = [...new Set(rows.map(({ task }) => kindOf(task)))];
  const of = (arm: string, kind?: string) =>
    rows.filter((row) => row.arm === arm && (kind === undefined || kindOf(row.task) === kind));
  const metOf = (given: readonly Row[]) => `${given.filter(({ isMet }) => isMet).length}/${given.length}`;
  const goals = [...kinds.map((kind) => [kind, ...arms.map((arm) => metOf(of(arm, kind)))])];
  const scores = arms.map((arm) => scoreOf(arm, model, of(arm)));
  const costs = NUMBERS.map((name) => [name, ...scores.map((score) => String(score[name]))]);
  return [
    `# ${model}`,
    table(["goals met", ...arms], [...goals, ["all", ...arms.map((arm) => metOf(of(arm)))]]),
    table(["sums", ...arms], costs),
    "",
  ].join("\n\n");
}

const NUMBERS = ["steps", "tokensIn", "tokensOut", "refused", "mended", "repeated", "untrue", "harmed"] as const;

/** `rename-3` is one of the kind `rename`; functions have names of their own. */
function kindOf(task: string): string {
  return task.replace(/-.*$/, "");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, place) => (place === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

import { durationText, fieldIn, listIn, numberIn, textIn } from "@toolwright/view/internal";
import { finishedTexts } from "../../words/cards.ts";

/** Milliseconds below which a time says nothing to a person. */
export const SHORTEST_MS = 100;

/** What finished calls did, in a line: `Read 3 files, searched twice, ran 1 command`. */
export function foldWords(calls: readonly unknown[]): string {
  const counts = new Map<string, number>();
  for (const call of calls) {
    const name = textIn(call, "toolName") ?? "";
    const kind = Object.hasOwn(KIND_OF, name) ? (KIND_OF[name] ?? name) : name;
    counts.set(kind, (counts.get(kind) ?? 0) + amount(kind, call));
  }
  const said = [...counts].map(([kind, count]) => kindWords(kind, count));
  const words = said.join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** How long they took in all, calls side by side counted once; empty where that is nothing to speak of. */
export function foldTime(calls: readonly unknown[]): string {
  const spans = calls
    .map((call) => fieldIn(call, "timing"))
    .map((timing) => [numberIn(timing, "startedAt") ?? 0, numberIn(timing, "completedAt") ?? 0] as const)
    .toSorted(([a], [b]) => a - b);
  let [total, until] = [0, 0];
  for (const [from, to] of spans) {
    total += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return total < SHORTEST_MS ? "" : durationText(total);
}

type Kind = Exclude<keyof typeof finishedTexts, "other">;

const KIND_OF: Readonly<Record<string, Kind>> = {
  bash: "command",
  bash_output: "job",
  bash_kill: "kill",
  read: "file",
  tool_output_cache: "kept",
  glob: "search",
  grep: "search",
  tool_output_cache_grep: "search",
  ls: "folder",
  web_fetch: "page",
  web_search: "web",
  write_todos: "plan",
  read_todos: "plan",
  agent: "agent",
  get_current_time: "clock",
};

function kindWords(kind: string, count: number): string {
  const known = Object.values(KIND_OF).find((one) => one === kind);
  return known === undefined ? finishedTexts.other(kind.slice(0, 60), count) : finishedTexts[known](count);
}

function amount(kind: string, call: unknown): number {
  if (kind !== "file") return 1;
  const paths = listIn(fieldIn(call, "args"), "file_paths").length;
  return Math.max(1, paths);
}

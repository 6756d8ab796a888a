import { durationText, fieldIn, listIn, numberIn, textIn } from "@toolwright/view/internal";

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
  const said = [...counts].map(
    ([kind, count]) => WORDS.get(kind)?.(count) ?? `called ${kind.slice(0, 60)}${times(count)}`,
  );
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

const KIND_OF: Readonly<Record<string, string>> = {
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

const WORDS = new Map<string, (count: number) => string>([
  ["command", (count) => `ran ${counted(count, "command")}`],
  ["job", (count) => `looked at a job${times(count)}`],
  ["kill", (count) => `ended ${counted(count, "job")}`],
  ["file", (count) => `read ${counted(count, "file")}`],
  ["kept", (count) => `read a kept output${times(count)}`],
  ["search", (count) => (count === 1 ? "searched once" : `searched${times(count)}`)],
  ["folder", (count) => `listed ${counted(count, "folder")}`],
  ["page", (count) => `fetched ${counted(count, "page")}`],
  ["web", (count) => `searched the web${times(count)}`],
  ["plan", () => "went over the plan"],
  ["agent", (count) => `had ${counted(count, "sub-agent")} work`],
  ["clock", () => "looked at the clock"],
]);

function amount(kind: string, call: unknown): number {
  if (kind !== "file") return 1;
  const paths = listIn(fieldIn(call, "args"), "file_paths").length;
  return Math.max(1, paths);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function times(count: number): string {
  if (count === 1) return "";
  return count === 2 ? " twice" : ` ${count} times`;
}

// Strikes what is under a server and writes down what it says: `npm run faults`, or `-- --only full`; `--write` puts
// all of them into their page. A table in Markdown, a row a fault; exit 1
// where a reader was told what the store, at the end, contradicts, or the health check took more than three seconds.
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { writeTable } from "../../scripts/docs-table.ts";
import { FAULTS, type Fault } from "./kinds.ts";
import { shown } from "./watched.ts";

/** Milliseconds until the page has heard the end, or never will. */
const PATIENCE_MS = 90_000;
const COLUMNS = [
  "fault",
  "again",
  "`/readyz`, `/healthz`, `/metrics` while",
  "`/readyz` after",
  "a new message while, after",
  "the page while",
  "the page after",
  "a stock client",
  "the log",
  "stored in the end",
];

const { values } = parseArgs({ options: { only: { type: "string" }, write: { type: "boolean" } } });
const chosen = FAULTS.filter(({ name }) => values.only === undefined || values.only === name);
if (chosen.length === 0) {
  console.error(`usage: npm run faults -- [--only ${FAULTS.map(({ name }) => name).join("|")}]`);
  process.exit(2);
}
const rows: (readonly string[])[] = [];
for (const fault of chosen) rows.push(await struck(fault));
const lines = [COLUMNS, COLUMNS.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
console.log(lines.join("\n"));
if (values.write === true) writeTable("docs/when-it-rings.md", "faults", lines);
process.exit(rows.some(isWrong) ? 1 : 0);

/** A reader was told what is not stored, or a health check hung. */
function isWrong(row: readonly string[]): boolean {
  const [, , health = "", , , , after = "", , , stored = ""] = row;
  const seconds = [...health.matchAll(/after (\d+) s/g)].map(([, count]) => Number(count));
  const isSkipped = row.some((cell) => cell.includes("skipped"));
  const isEnded = after.includes("Done.") && !stored.startsWith("stop;");
  return (
    isSkipped || isEnded || (after.includes("paid") && !stored.includes("paid")) || seconds.some((count) => count > 3)
  );
}

async function struck(fault: Fault): Promise<readonly string[]> {
  const { server, strike, heal, again, end } = await fault.open();
  try {
    const page = server.page();
    await page.send({ content: "go" });
    const { threadId = "" } = page.state();
    const stock = server.stockClient().catch(() => "refused");
    await pause(1_000);
    await strike();
    await pause(fault.lastsMs / 2);
    const health = [await server.ask("/readyz"), await server.ask("/healthz"), await server.ask("/metrics")];
    const refused = await server.ask("/api/chat", '{"message":"new"}');
    const pageWhile = shown(page);
    await pause(fault.lastsMs / 2);
    await heal();
    const after = again === undefined ? server : await again().listening();
    const readyAfter = await readyAgain(after);
    const until = performance.now() + PATIENCE_MS;
    while (page.state().isRunning && performance.now() < until) await pause(100);
    const taken = await after.ask("/api/chat", '{"message":"new"}');
    const stored = await storedOf(after, threadId);
    const told = [shown(page), await Promise.race([stock, pause(1_000, "reads on")])];
    const log = [...new Set(server.logged.filter((line) => !line.startsWith("Tool call")))]
      .slice(0, 4)
      .map(oneLine)
      .join("<br>");
    if (after !== server) await after.end();
    const command = `\`npm run faults -- --only ${fault.name}\``;
    return [
      fault.what,
      command,
      health.join(", "),
      readyAfter,
      `${refused}, ${taken}`,
      pageWhile,
      ...told,
      log === "" ? "nothing" : log,
      stored,
    ];
  } finally {
    await end();
  }
}

async function readyAgain(server: { ask(path: string): Promise<string> }): Promise<string> {
  const began = performance.now();
  for (;;) {
    const answer = await server.ask("/readyz");
    if (answer.startsWith("200") || performance.now() - began > PATIENCE_MS) return answer;
    await pause(200);
  }
}

async function storedOf(server: { get(path: string): Promise<unknown> }, threadId: string): Promise<string> {
  const { messages } = Object(await server.get(`/api/threads/${threadId}`));
  if (messages === undefined) return "nothing: the thread is gone";
  const run = Object(messages).at(-1);
  const call = (run.parts ?? []).find((part: { readonly type: string }) => part.type === "tool-call");
  return `${run.stopReason ?? "open"}; the call ${call?.isError ? call.code : call?.result}`;
}

/** Places and ports are others every time. */
function oneLine(text: string): string {
  const [line = ""] = text.split("\n");
  const plain = line.replace(/\S*\/toolwright-faults-\S*?(store\.db)/g, "$1").replace(/127\.0\.0\.1:\d+/g, "HOST");
  return plain.replaceAll("|", "\\|").slice(0, 160);
}

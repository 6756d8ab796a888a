import type { Page } from "playwright-core";
import { allowOnce, stands } from "../../agent/web/test/support/talk.ts";
import { openPageSession, type PageSession } from "./page-session.ts";
import { processesOf, signalAll } from "./server-processes.ts";
import type { RegistryCall, RegistryServer } from "./servers.ts";

/** What came of one server on the page: a word for each column, or what went wrong instead. */
export interface PageRow {
  readonly server: string;
  readonly package: string;
  readonly cells: readonly string[];
  readonly isRight: boolean;
}

export const PAGE_COLUMNS = [
  "listed",
  "asked, and run once allowed",
  "rule saved and obeyed",
  "live progress",
  "killed in mid-call",
];

interface Trial {
  readonly session: PageSession;
  readonly page: Page;
  readonly call: RegistryCall;
  readonly server: RegistryServer;
}

/** Lets a model call a tool of each server, and does with mouse and keyboard what a person at the page would. */
export async function* onThePage(
  servers: Readonly<Record<string, RegistryServer>>,
  calls: readonly RegistryCall[],
  home: string,
): AsyncGenerator<PageRow> {
  const session = await openPageSession(servers, home);
  try {
    for (const call of calls) {
      const server = servers[call.server];
      if (server === undefined) throw new Error(`There is no server ${call.server}.`);
      yield await row({ session, page: await session.open(), call, server });
    }
  } finally {
    await session.close();
  }
}

async function row(trial: Trial): Promise<PageRow> {
  const { server, package: name } = trial.call;
  const cells: string[] = [];
  let isRight = true;
  for (const step of [listed, allowed, ruled, progress, killed]) {
    try {
      cells.push(await step(trial));
    } catch (thrown) {
      isRight = false;
      cells.push(`NO: ${thrown instanceof Error ? thrown.message.split("\n", 1)[0] : thrown}`);
    }
  }
  await trial.page.close();
  return { server, package: name, cells, isRight };
}

const fullName = ({ server, tool }: RegistryCall) => `${server}__${tool}`;

async function listed({ page, call }: Trial): Promise<string> {
  await page.getByRole("button", { name: /^Tools:/ }).click();
  const tools = page.getByRole("group", { name: "Tools" });
  await tools.getByRole("checkbox", { name: fullName(call), exact: true }).waitFor();
  const count = await tools.getByRole("checkbox", { name: new RegExp(`^${call.server}__`) }).count();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("region", { name: "MCP servers" }).getByText(call.server, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  return `${count} ${count === 1 ? "tool" : "tools"}`;
}

async function allowed({ session, page, call }: Trial): Promise<string> {
  const made = await session.call(page, fullName(call), call.args);
  await allowOnce(made.question);
  expectWord(await made.read(), call.says);
  await stands(made.card, "Done");
  return "yes";
}

/** Saves the rule that the page offers; the next call does not ask. */
async function ruled({ session, page, call }: Trial): Promise<string> {
  const asked = await session.call(page, fullName(call), call.args);
  await asked.question.getByRole("button", { name: "Always allow" }).click();
  const rule = `Mcp(${call.server}/${call.tool})`;
  await asked.question.getByText(rule).waitFor();
  await asked.question.getByRole("button", { name: "Save and allow" }).click();
  await asked.read();
  expectWord(await (await session.call(page, fullName(call), call.args)).read(), call.says);
  return `\`${rule}\``;
}

/** Of these servers one tells how far it is. */
async function progress({ session, page, call }: Trial): Promise<string> {
  if (call.server !== "every") return "tells none";
  const tool = "every__trigger-long-running-operation";
  const made = await session.call(page, tool, { duration: 4, steps: 4 });
  await allowOnce(made.question);
  await made.card.getByText("1 of 4").first().waitFor();
  await stands(made.card, "Running");
  await made.read();
  return "yes";
}

/** Stops the server's processes before the call, so that it is in the middle of it when they are killed. */
async function killed({ session, page, call, server }: Trial): Promise<string> {
  const processes = processesOf(server, session.served.child.pid);
  if (processes.length === 0) throw new Error("no process of it was found");
  signalAll(processes, "SIGSTOP");
  const made = await session.call(page, fullName(call), call.args);
  await stands(made.card, "Running");
  await page.waitForTimeout(500);
  signalAll(processes, "SIGKILL");
  const read = await made.read();
  const [known, unknown] = ["The call may be made again.", "Whether it was done is not known"];
  expectWord(read, read.includes(known) ? known : unknown);
  await stands(made.card, "Failed");
  expectWord(await (await session.call(page, fullName(call), call.args)).read(), call.says);
  return `${read.includes(known) ? "told to the model: may be made again" : "told to the model: nobody knows whether it was done"}; the next call runs`;
}

function expectWord(text: string, word: string): void {
  if (!text.includes(word)) throw new Error(`the model read ${text.slice(0, 300)}`);
}

// Tries MCP servers that nobody here wrote, from npm and PyPI, through the command, or with `-- --page` on the page in
// Chromium: `npm run mcp:servers`. They are installed into checks/registry/, in the versions of its lock files. A line
// for each thing that is shown; exit 1 unless all hold. `--write` writes what the page came to into the table of
// docs/mcp.md; with `--optional` servers that cannot be installed are said, and are no failure.
import { endServed } from "../../agent/cli/test/support/served.ts";
import { folder, removeFolders } from "../../agent/cli/test/support/toolwright.ts";
import { hasBrowser } from "../../agent/web/test/support/browser.ts";
import { writeTable } from "../../scripts/docs-table.ts";
import { byCommand } from "./by-command.ts";
import { folderAndPage } from "./folder-and-page.ts";
import { onThePage, PAGE_COLUMNS } from "./on-the-page.ts";
import { installServers, registryCalls, registryServers } from "./servers.ts";

const problem = installServers();
if (problem === undefined) process.exit((await main()) ? 0 : 1);
console.log(`The servers cannot be installed here, so nothing was tried: ${problem}`);
process.exit(process.argv.includes("--optional") ? 0 : 1);

async function main(): Promise<boolean> {
  const isPage = process.argv.includes("--page");
  if (isPage && !hasBrowser) return false;
  const { root, url, close } = await folderAndPage();
  const [servers, calls] = [registryServers(root), registryCalls(root, url)];
  try {
    return isPage ? await tryPage(servers, calls) : await tryCommand(servers, calls);
  } finally {
    endServed();
    await removeFolders();
    close();
  }
}

type Given = Parameters<typeof byCommand>;

async function tryCommand(...given: Given): Promise<boolean> {
  let isRight = true;
  for await (const { holds, words } of byCommand(...given)) {
    isRight &&= holds;
    console.log(`${holds ? "ok  " : "NOT "} ${words}`);
  }
  return isRight;
}

async function tryPage(...given: Given): Promise<boolean> {
  const lines = [`| Server | ${PAGE_COLUMNS.join(" | ")} |`, `| --- |${" --- |".repeat(PAGE_COLUMNS.length)}`];
  let isRight = true;
  for await (const row of onThePage(...given, await folder())) {
    isRight &&= row.isRight;
    lines.push(`| \`${row.package}\` | ${row.cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`);
    console.log(lines.at(-1));
  }
  if (process.argv.includes("--write")) writeTable("docs/mcp.md", "registry", lines);
  return isRight;
}

import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { type Logger, type SettledCall, ToolRegistry, ToolRunner } from "@toolwright/core";
import { readPolicy } from "@toolwright/shell-judge";
import { onTestFinished } from "vitest";
import { createLocalWorkspace } from "../../src/local/local-workspace.adapter.ts";
import { createPermissions } from "../../src/permissions/create-permissions.ts";
import { standardTools } from "../../src/tools/standard-tools.ts";
import { SeenFiles } from "../../src/tracking/seen-files.ts";
import type { Fetcher } from "../../src/web/fetcher.port.ts";
import { workspaceOverrides } from "../../src/workspace/workspace-overrides.ts";
import type { SentForm } from "./sent-form.ts";

/** What the forms are about. */
export const FILES: Readonly<Record<string, string>> = {
  "README.md": "# Shop\n\nThe port is in config.toml.\n",
  "config.toml": 'host = "localhost"\nport = 3000\n',
  "docs/guide.md": "# Guide\n\nTODO: write it.\nTODO: read it.\n",
  "notes.txt": Array.from({ length: 20 }, (_, index) => `note ${index + 1}\n`).join(""),
  "package.json": '{ "type": "module" }\n',
  "src/main.js": 'import { sum } from "./sum.js";\n\nconsole.log(sum(2, 3));\n',
  "src/sum.js": "export function sum(a, b) {\n  return a - b;\n}\n",
  "src/util/format.js": "// TODO: round\nexport const format = (n) => n.toFixed(2);\n",
};

const SILENT: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A real folder, and a runner over the standard tools that may do in it what an agent does there unasked. */
export interface ShopFolder {
  /** Runs a call as a model sent it. */
  send(form: SentForm): Promise<SettledCall>;
  /** The text of every file. */
  files(): Promise<Readonly<Record<string, string>>>;
}

/** Makes the folder, whose files the agent has all read; it goes with its test. */
export async function shopFolder(): Promise<ShopFolder> {
  const place = await realpath(await mkdtemp(join(tmpdir(), "sent-forms-")));
  onTestFinished(() => rm(place, { recursive: true }));
  const root = join(place, "work");
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  const workspace = await createLocalWorkspace({ root, home: place, stateDirectory: join(place, "state") });
  const seenFiles = new SeenFiles();
  for (const path of Object.keys(FILES)) {
    const real = join(root, path);
    const stat = await workspace.files.stat(real);
    if (stat !== undefined) seenFiles.record(real, { bytes: await workspace.files.read(real), stat }, true);
  }
  const runner = new ToolRunner({
    registry: new ToolRegistry(standardTools({ bash: { asks: false } })),
    policy: policyOf(root, place),
    logger: SILENT,
    overrides: workspaceOverrides({ workspace, seenFiles, sandbox: "off", fetcher: onePage() }),
  });
  return {
    send: ({ tool, arguments: given }) =>
      runner.exec({ name: tool, arguments: JSON.parse(JSON.stringify(given).replaceAll("$ROOT", root)) }),
    files: () => filesIn(root),
  };
}

/** Edits and the commands of the forms are allowed; nobody is there to be asked about the rest. */
function policyOf(root: string, home: string) {
  const parsed = readPolicy({ allow: ["Bash(node:*)", "Bash(echo:*)", "WebFetch(domain:site.test)"] });
  if (!parsed.ok) throw new Error(parsed.message);
  const policies = [{ scope: "program" as const, policy: parsed.policy }];
  return createPermissions({ root, home, policies, mode: "accept-edits" }).policy;
}

/** A web of one page, without a network. */
function onePage(): Fetcher {
  const body = async function* () {
    yield new TextEncoder().encode("A page\n");
  };
  const headers = new Map([["content-type", "text/plain"]]);
  return { request: async () => ({ status: 200, statusText: "OK", headers, body: body(), close: () => {} }) };
}

async function filesIn(root: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = paths.map(async (path) => [relative(root, path), await readFile(path, "utf8")] as const);
  return Object.fromEntries(await Promise.all(texts));
}

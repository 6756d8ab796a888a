// Has opencode, pi and Codex CLI do a task in a folder with `toolwright serve` as their model, each with `NAME/plain`
// and with `NAME`, where tools of theirs have names of the server's. The model behind the server is a script over HTTP.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { AGENTS, type AgentPlace, type CodingAgent } from "./agents.ts";
import { type AskedModel, type FolderCalls, folderModel } from "./folder-model.ts";
import { installedAgents } from "./installed-agents.ts";

const MAIN = join(import.meta.dirname, "../../../agent/cli/bin/toolwright.js");
const TOKEN = "a-token-for-agents";
const NAME = "litellm:folder";
const AGENT_MS = 180_000;

/** Runs all checks, and gives how many of them do not hold. */
async function checkAgents(): Promise<number> {
  const programs = installedAgents();
  if (programs === undefined) return 0;
  const root = mkdtempSync(join(tmpdir(), "toolwright-agents-"));
  let calls: FolderCalls | undefined;
  const model = await folderModel(() => calls);
  const folder = join(root, "of-the-server");
  write(folder, { "colour.txt": "crimson" });
  const server = await serve(["--model", NAME, "--base-url", model.baseUrl, "--workspace", folder]);
  let failures = 0;
  for (const agent of AGENTS) {
    for (const name of [`${NAME}/plain`, NAME]) {
      const place = { baseUrl: `${server.url}/v1`, model: name, folder: join(root, `${agent.program}-folder`) };
      calls = agent.calls(place);
      const asked = model.asked.length;
      try {
        await doesTheTask({ agent, place, programs, home: join(root, `${agent.program}-home`) });
        isJustTheClients(model.asked.slice(asked), name);
        assert.equal(existsSync(join(folder, "copy.txt")), false, "the server wrote into its own folder");
        assert.deepEqual(await server.questions(), [], "the server asked about a call");
        console.log(`ok      ${agent.program} with ${name}`);
      } catch (error) {
        failures += 1;
        console.log(`FAILED  ${agent.program} with ${name}\n${String(error)}`);
      }
    }
  }
  failures += warnsOnce(server.warnings());
  server.child.kill("SIGTERM");
  model.close();
  rmSync(root, { recursive: true, force: true });
  return failures;
}

interface Doing {
  readonly agent: CodingAgent;
  readonly place: AgentPlace;
  readonly programs: string;
  readonly home: string;
}

async function doesTheTask({ agent, place, programs, home }: Doing): Promise<void> {
  rmSync(place.folder, { recursive: true, force: true });
  write(place.folder, { "colour.txt": "teal" });
  write(home, agent.files(place));
  const { PATH = "" } = process.env;
  const env = { PATH: `${dirname(process.execPath)}:${PATH}`, HOME: home, TOOLWRIGHT_TOKEN: TOKEN, ...QUIET };
  const child = spawn(join(programs, agent.program), agent.args(place), {
    cwd: place.folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: AGENT_MS,
    killSignal: "SIGKILL",
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  const code = await new Promise((resolve) => child.on("close", resolve));
  const copy = join(place.folder, "copy.txt");
  assert.equal(
    existsSync(copy) && readFileSync(copy, "utf8"),
    "teal",
    `it wrote no copy; exit ${code}, it said: ${said}`,
  );
  assert.match(said, /It is teal\./);
}

/** None of them asks anybody but its model. */
const QUIET = {
  OPENCODE_DISABLE_AUTOUPDATE: "1",
  OPENCODE_DISABLE_MODELS_FETCH: "1",
  OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
  PI_OFFLINE: "1",
  PI_TELEMETRY: "0",
};

/** What a plain model is asked has nothing of the server's; another one has the tools of both, each name once. */
function isJustTheClients(asked: readonly AskedModel[], name: string): void {
  const offered = asked
    .map(({ tools = [] }) => tools.map((tool) => tool.function.name))
    .filter(({ length }) => length > 0);
  assert.notEqual(offered.length, 0, "the model was never asked with tools");
  const isPlain = name.endsWith("/plain");
  for (const names of offered) {
    assert.equal(new Set(names).size, names.length, `a name stands twice: ${names}`);
    assert.equal(names.includes("apply_patch"), !isPlain, `the model was told of ${names}`);
  }
}

async function serve(args: readonly string[]) {
  const home = mkdtempSync(join(tmpdir(), "toolwright-agents-home-"));
  const { PATH = "" } = process.env;
  const env = { PATH, HOME: home, TOOLWRIGHT_TOKEN: TOKEN };
  const child: ChildProcess = spawn(process.execPath, [MAIN, "serve", "--port", "0", ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let warnings = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (warnings += text));
  child.on("close", () => rmSync(home, { recursive: true, force: true }));
  const url = await new Promise<string>((resolve, reject) => {
    let printed = "";
    child.on("close", () => reject(new Error(`The server ended: ${printed}`)));
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      const [, found] = /open (http:\S+?)\/?\n/.exec(printed) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const questions = async () => {
    const response = await fetch(`${url}/api/approvals`, { headers: { authorization: `Bearer ${TOKEN}` } });
    return (await response.json()).approvals;
  };
  return { child, url, questions, warnings: () => warnings.trim().split("\n") };
}

/** Codex CLI has tools that are no functions, and says the same in each of its requests. */
function warnsOnce(warnings: readonly string[]): number {
  const kinds = ["client_metadata", '"namespace"', '"web_search"'];
  const counts = kinds.map((kind) => warnings.filter((line) => line.includes(kind)).length);
  const isFine = counts.every((count) => count === 1) && warnings.length === kinds.length;
  console.log(isFine ? "ok      what is left out is said once" : `FAILED  what is left out:\n${warnings.join("\n")}`);
  return isFine ? 0 : 1;
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries({ ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

if ((await checkAgents()) > 0) process.exitCode = 1;

// Holds a server to clients that nobody here wrote: the openai and litellm packages of PyPI, in the versions of
// checks/clients/requirements.txt. They are installed into a folder of the cache; where that cannot be done, one line
// says so.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTool, type Message, type ModelPort } from "@toolwright/core";
import { type ScriptStep, scripted } from "@toolwright/models";
import { createAgentServer, startNodeServer } from "@toolwright/server";
import { openStore } from "@toolwright/store";

const ROOT = join(import.meta.dirname, "../..");
const CLIENTS = import.meta.dirname;
const TOKEN = "a-token-for-clients";
const INSTALL_MS = 300_000;

/** Python with the packages; undefined, after one line that says why, where there is none. */
function installed(): string | undefined {
  const requirements = join(CLIENTS, "requirements.txt");
  const key = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 12);
  const folder = join(ROOT, "node_modules", ".cache", "toolwright-clients", key);
  const own = join(folder, "bin", "python");
  if (existsSync(join(folder, "ready"))) return own;
  mkdirSync(folder, { recursive: true });
  const steps: readonly (readonly [string, readonly string[]])[] = [
    ["python3", ["-m", "venv", folder]],
    [own, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements]],
    ["touch", [join(folder, "ready")]],
  ];
  for (const [command, args] of steps) {
    const { status, stderr, error } = spawnSync(command, args, { encoding: "utf8", timeout: INSTALL_MS });
    if (status === 0) continue;
    const why = (stderr || String(error ?? "it took too long")).trim().split("\n").at(-1);
    rmSync(folder, { recursive: true, force: true });
    console.log(`skipped: the clients of PyPI, because they cannot be installed here (${why})`);
    return undefined;
  }
  return own;
}

/** Starts a server, runs the checks against it, and gives 0 when all of them hold. */
async function checked(command: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-clients-"));
  const store = openStore({ file: join(folder, "store.db") });
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  const agent = { model: "script:clients", tools: [echo], config: () => ({ model, tools: [echo], logger: quiet }) };
  const running = await startNodeServer(createAgentServer({ agent, store, token: TOKEN, logger: quiet }), { port: 0 });
  const env = {
    ...process.env,
    TOOLWRIGHT_URL: `http://127.0.0.1:${running.port}/v1`,
    TOOLWRIGHT_TOKEN: TOKEN,
    LITELLM_LOCAL_MODEL_COST_MAP: "True",
    PYTHONDONTWRITEBYTECODE: "1",
  };
  let failures = 0;
  for (const script of ["check_openai.py", "check_litellm.py"]) {
    failures += (await run(command, [join(CLIENTS, script)], env)) === 0 ? 0 : 1;
  }
  await running.close();
  store.close();
  rmSync(folder, { recursive: true, force: true });
  return failures === 0 ? 0 : 1;
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number | null> {
  return new Promise((resolve) => {
    spawn(command, args, { env, stdio: "inherit", timeout: INSTALL_MS }).on("close", resolve);
  });
}

const echo = defineTool({
  name: "echo",
  description: "Says it again.",
  input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  allowlist: "all",
  effects: "read",
  execute: ({ text }) => String(text),
});

/** Answers what the checks ask, so that they may ask in any order. */
const model: ModelPort = {
  name: "clients",
  completionStream: (params) => scripted([stepFor(params.messages)]).completionStream(params),
};

function stepFor(messages: readonly Message[]): ScriptStep {
  const last = messages.at(-1);
  const said = typeof last?.content === "string" ? last.content : JSON.stringify(last?.content ?? "");
  const usage = { inputTokens: 3, outputTokens: 4 };
  if (last?.role === "tool") return { text: `The tool says ${said}.`, usage };
  if (said.includes("use your tool")) {
    return { reasoning: "Hm.", toolCalls: [{ name: "echo", arguments: { text: "one" } }], usage };
  }
  if (said.includes("weather")) return { toolCalls: [{ name: "weather", arguments: { city: "Bergen" } }], usage };
  return { text: said.includes("json") ? 'Here:\n```json\n{"n": 3}\n```' : "Hello.", usage };
}

const python = installed();
if (python !== undefined) process.exitCode = await checked(python);

import { folder, toolwright } from "../../agent/cli/test/support/toolwright.ts";
import { processesOf, signalAll } from "./server-processes.ts";
import type { RegistryCall, RegistryServer } from "./servers.ts";

type Servers = Readonly<Record<string, RegistryServer>>;

/** Something that was tried, and whether it held. */
export interface Tried {
  readonly holds: boolean;
  readonly words: string;
}

/** Lists and calls the servers with the command, hears their progress, and kills one in the middle of a call. */
export async function* byCommand(servers: Servers, calls: readonly RegistryCall[]): AsyncGenerator<Tried> {
  yield* listed(servers);
  for (const call of calls) yield await called(servers, call);
  yield await progress(servers);
  yield await killed(servers);
}

const policy = (...rules: readonly string[]) => ({ allow: rules, ask: [], deny: [] });
const own = (cwd: string) => ({ HOME: cwd, XDG_CONFIG_HOME: `${cwd}/config` });

async function* listed(servers: Servers): AsyncGenerator<Tried> {
  const cwd = await folder({ "servers.json": { mcpServers: servers } });
  const { stdout } = await toolwright(["mcp", "list", "--json", "--mcp", "servers.json"], { cwd, env: own(cwd) });
  for (const { name, state, version, tools, problem } of JSON.parse(stdout).servers)
    yield {
      holds: state === "connected" && tools > 0,
      words: `${name}: ${state}, ${version ?? problem}, ${tools} tools`,
    };
}

/** Asks without a rule, and runs with the rule that names the server and its tool. */
async function called(servers: Servers, { server, tool, args, says }: RegistryCall): Promise<Tried> {
  const cwd = await folder({
    "servers.json": { mcpServers: { [server]: servers[server] } },
    "policy.json": policy(`Mcp(${server}/${tool.slice(0, -1)}*)`),
  });
  const call = ["call", `${server}__${tool}`, JSON.stringify(args), "--mcp", "servers.json"];
  const asked = await toolwright(call, { cwd, env: own(cwd) });
  const { code, stdout } = await toolwright([...call, "--policy", "policy.json"], { cwd, env: own(cwd) });
  const isDenied = asked.stdout.includes("Error [approval_denied]");
  const isRun = code === 0 && stdout.includes(says);
  const words = `${server}: ${tool} asks, and runs by a rule`;
  return { holds: isDenied && isRun, words: isRun ? words : `${words}: ${stdout.slice(0, 200)}` };
}

const LONG = "every__trigger-long-running-operation";

type Heard = (stdout: string, command: number | undefined) => void;

async function longRun(every: RegistryServer | undefined, duration: number, onOutput?: Heard): Promise<string> {
  const call = { id: "c", name: LONG, arguments: { duration, steps: duration } };
  const cwd = await folder({
    "servers.json": { mcpServers: { every } },
    "policy.json": policy("Mcp(every)"),
    "s.json": [{ toolCalls: [call] }, { text: "Done." }],
  });
  const args = ["run", "go", "--json", "--model", "script:s.json", "--mcp", "servers.json", "--policy", "policy.json"];
  const heard = (stdout: string, child: { readonly pid?: number | undefined }) => onOutput?.(stdout, child.pid);
  return (await toolwright(args, { cwd, env: own(cwd), onOutput: heard })).stdout;
}

async function progress({ every }: Servers): Promise<Tried> {
  const stdout = await longRun(every, 3);
  const at = (words: string) => stdout.indexOf(words);
  return {
    holds: at("1 of 3") > 0 && at("1 of 3") < at('"tool_call_end"'),
    words: "progress comes while the call runs",
  };
}

async function killed({ every }: Servers): Promise<Tried> {
  let isKilled = false;
  const stdout = await longRun(every, 30, (said, command) => {
    if (isKilled || every === undefined || !said.includes("1 of 30")) return;
    isKilled = true;
    signalAll(processesOf(every, command), "SIGKILL");
  });
  const holds = stdout.includes('"outcome_unknown"');
  return { holds, words: "a server that is killed in mid-call leaves outcome_unknown" };
}

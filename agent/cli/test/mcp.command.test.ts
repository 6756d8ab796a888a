import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { startOAuthServer } from "../../../runtime/mcp/test/support/oauth-server.ts";
import { endServed, serve } from "./support/served.ts";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

const HELL = join(import.meta.dirname, "../../../runtime/mcp/test/hell/hell.mjs");
const settings = (row: string, more: object = {}) =>
  JSON.stringify({ mcpServers: { hell: { type: "stdio", command: process.execPath, args: [HELL, row], ...more } } });
const ALLOW = JSON.stringify({ allow: ["hell__*"], ask: [], deny: [] });
/** Places of its own, for what a person trusts and has seen is remembered there. */
const own = (cwd: string) => ({ HOME: cwd, XDG_CONFIG_HOME: join(cwd, "config") });

describe.concurrent("tools of MCP servers in the command", () => {
  it("are listed, with what is left out and why", async () => {
    const cwd = await folder({ "servers.json": settings("bad-definitions") });
    const { code, stdout, stderr } = await toolwright(["mcp", "list", "--mcp", "servers.json"], { cwd, env: own(cwd) });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^hell connected, 2025-11-25\n {2}hell__good +Does good\.\n {2}hell__good-too/);
    expect(stderr).toContain("hell: remote-ref is left out: its input schema refers to another document");
  });

  it("ask like any tool that no rule allows, and run where one does", async () => {
    const cwd = await folder({ "servers.json": settings("twin"), "policy.json": ALLOW });
    const call = ["call", "hell__echo", "{}", "--mcp", "servers.json"];
    const asked = await toolwright(call, { cwd, env: own(cwd) });
    expect([asked.code, asked.stdout]).toEqual([1, expect.stringContaining("Error [approval_denied]")]);
    const allowed = await toolwright([...call, "--policy", "policy.json"], { cwd, env: own(cwd) });
    expect([allowed.code, allowed.stdout]).toEqual([0, '{"n":1}\n']);
  });

  it("of a folder's .mcp.json are not started before a person has said yes", async () => {
    const cwd = await folder({ ".mcp.json": settings("twin"), "policy.json": ALLOW });
    const { code, stderr } = await toolwright(["call", "hell__echo", "--policy", "policy.json"], {
      cwd,
      env: own(cwd),
    });
    expect(code).toBe(1);
    expect(stderr).toContain("are not started; name the file to start them: --mcp ");
    const named = await toolwright(["call", "hell__echo", "--policy", "policy.json", "--mcp", ".mcp.json"], {
      cwd,
      env: own(cwd),
    });
    expect(named).toMatchObject({ code: 0, stdout: '{"n":1}\n', stderr: "" });
  });

  it("whose definition has changed are left out until it is accepted", async () => {
    const cwd = await folder({ "servers.json": settings("twin"), "policy.json": ALLOW });
    const list = ["mcp", "list", "--mcp", "servers.json"];
    await toolwright(list, { cwd, env: own(cwd) });
    await writeFile(join(cwd, "servers.json"), settings("injection"));
    const changed = await toolwright(list, { cwd, env: own(cwd) });
    expect(changed.stdout).toContain("hell/echo has changed since it was seen; --accept hell/echo takes it:");
    expect(changed.stderr).toContain("hell: echo is left out: its definition has changed since it was seen");
    const wrong = await toolwright([...list, "--accept", "hell/other"], { cwd, env: own(cwd) });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("these have: hell/echo")]);
    await toolwright([...list, "--accept", "hell/echo"], { cwd, env: own(cwd) });
    const accepted = await toolwright(list, { cwd, env: own(cwd) });
    expect(accepted.stdout).toContain("hell__echo");
    expect(await readFile(join(cwd, "config/toolwright/mcp-pins.json"), "utf8")).toMatch(
      /"hell\/echo": "[0-9a-f]{64}"/,
    );
  });

  it.each([
    ["{", "servers.json:1:2 is not JSON. Mend it and try again."],
    ["{}", 'servers.json: it must be {"mcpServers"'],
    ['{"mcpServers": {"a": {"comand": "x"}}}', 'there is no option "comand"; did you mean command?'],
    [
      '{"mcpServers": {"a": {"command": "$' + '{NO_SUCH_VARIABLE}"}}}',
      "needs the variable NO_SUCH_VARIABLE, which is not set",
    ],
  ])("of a file that is wrong are one sentence: %s", async (text, words) => {
    const cwd = await folder({ "servers.json": text });
    const { code, stderr } = await toolwright(["mcp", "list", "--mcp", "servers.json"], { cwd, env: own(cwd) });
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });

  it("that end at once are named, and the rest works", async () => {
    const cwd = await folder({ "servers.json": settings("dies-at-once"), "policy.json": ALLOW });
    const { code, stdout, stderr } = await toolwright(["call", "ls", "--mcp", "servers.json"], { cwd, env: own(cwd) });
    expect([code, stdout]).toEqual([0, "policy.json\nservers.json\n"]);
    expect(stderr).toContain("the MCP server hell cannot be used: it ended with code 3");
  });
});

it("of servers are shown on the page as they are now, with what is wrong with the others", async () => {
  const servers = { ...JSON.parse(settings("adds-tools")).mcpServers, broken: { command: "no-such-program" } };
  const cwd = await folder({ "servers.json": { mcpServers: servers } });
  const served = await serve(["--workspace", cwd, "--mcp", "servers.json"], { cwd, env: own(cwd) });
  const info = await (await served.send("/api/info")).json();
  endServed();
  expect(info.servers).toEqual([
    { name: "hell", tools: expect.any(Number) },
    { name: "broken", tools: 0, problem: expect.stringContaining("no-such-program") },
  ]);
  expect(info.tools.map(({ name }: { name: string }) => name)).toContain("hell__echo");
});

/** Says on standard error which modules of MCP a command loads. */
const TELLS_WHAT_IS_LOADED = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from "node:module";
registerHooks({ load(url, context, next) {
  if (/modelcontextprotocol|runtime.mcp.src/.test(url)) process.stderr.write("loaded " + url + String.fromCharCode(10));
  return next(url, context);
} });`)}`;

describe("where there is no server", () => {
  it("nothing of MCP is loaded", async () => {
    const cwd = await folder({ "servers.json": settings("twin") });
    const env = { ...own(cwd), NODE_OPTIONS: `--import=${TELLS_WHAT_IS_LOADED}` };
    const options = { cwd, env, isAlone: true };
    const without = await toolwright(["call", "ls"], options);
    expect([without.code, without.stderr]).toEqual([0, ""]);
    expect((await toolwright(["call", "ls", "--mcp", "servers.json"], options)).stderr).toContain("loaded ");
  });
});

describe.concurrent("lists of tools that change or are large", () => {
  const stepsOf = (stdout: string) =>
    stdout
      .split("\n")
      .filter((line) => line.includes('"step_start"'))
      .map((line) => JSON.parse(line).data.activeTools as string[]);
  const args = "run go --model script:s.json --json --mcp servers.json --policy policy.json".split(" ");
  const callOf = (name: string, args: object = {}) => ({ toolCalls: [{ id: `c-${name}`, name, arguments: args }] });

  it("are there at the next step of a run", async () => {
    const cwd = await folder({
      "servers.json": settings("adds-tools"),
      "policy.json": ALLOW,
      "s.json": JSON.stringify([callOf("hell__echo"), callOf("hell__new"), { text: "Done." }]),
    });
    const { code, stdout } = await toolwright(args, { cwd, env: own(cwd) });
    const [first, second] = stepsOf(stdout);
    expect([code, first?.includes("hell__old"), first?.includes("hell__new")]).toEqual([0, true, false]);
    expect([second?.includes("hell__old"), second?.includes("hell__new")]).toEqual([false, true]);
    expect(stdout).toContain("new {}");
  });

  it("are found by the model when it needs them", async () => {
    const cwd = await folder({
      "servers.json": settings("many-tools"),
      "policy.json": ALLOW,
      "s.json": JSON.stringify([
        callOf("tool_search", { query: "tool 77" }),
        callOf("call_tool", { name: "hell__tool-77", arguments: { text: "hi" } }),
        { text: "Done." },
      ]),
    });
    const { stdout } = await toolwright(args, { cwd, env: own(cwd) });
    const steps = stepsOf(stdout);
    expect(new Set(steps.map((told) => told.join())).size).toBe(1);
    expect(steps[0]?.slice(-2)).toEqual(["tool_search", "call_tool"]);
    expect(stdout).toContain('"toolName":"hell__tool-77"');
    expect(stdout).toContain('tool-77 {\\"text\\":\\"hi\\"}');
    const all = await toolwright([...args, "--tool-search-above", "2000"], { cwd, env: own(cwd) });
    expect(stepsOf(all.stdout)[0]?.filter((name) => name.startsWith("hell__"))).toHaveLength(1_000);
  });

  it("are found by sub-agents, too, which are not told their names either", async () => {
    const cwd = await folder({
      "servers.json": settings("many-tools"),
      "policy.json": ALLOW,
      "s.json": JSON.stringify([
        callOf("agent", { description: "look", prompt: "look" }),
        callOf("tool_search", { query: "tool 77" }),
        callOf("call_tool", { name: "hell__tool-77", arguments: { text: "hi" } }),
        { text: "Looked." },
        { text: "Done." },
      ]),
    });
    const { stdout } = await toolwright(args, { cwd, env: own(cwd) });
    for (const told of stepsOf(stdout)) expect(told.filter((name) => name.startsWith("hell__"))).toEqual([]);
    expect(stdout).toContain('tool-77 {\\"text\\":\\"hi\\"}');
  });
});

describe.concurrent("toolwright mcp add and remove", () => {
  const read = async (file: string) => JSON.parse(await readFile(file, "utf8"));

  it("write the user's file, and the rest of the file stays", async () => {
    const cwd = await folder({ "config/toolwright/mcp.json": '{"theme": 1, "mcpServers": {"old": {"command": "x"}}}' });
    const file = join(cwd, "config/toolwright/mcp.json");
    const add = ["mcp", "add", "hell", "--env", "A=b=c", "--env", "KEY", "--", process.execPath, HELL, "twin", "--x"];
    const added = await toolwright(add, { cwd, env: own(cwd) });
    expect([added.code, added.stdout]).toEqual([0, `hell is in ${file}; toolwright mcp test hell tries it.\n`]);
    expect(await read(file)).toEqual({
      theme: 1,
      mcpServers: {
        old: { command: "x" },
        hell: { command: process.execPath, args: [HELL, "twin", "--x"], env: { A: "b=c", KEY: "$" + "{KEY}" } },
      },
    });
    const again = await toolwright(add, { cwd, env: own(cwd) });
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("has a server hell already")]);
    await toolwright(["mcp", "remove", "old"], { cwd, env: own(cwd) });
    expect(Object.keys((await read(file)).mcpServers)).toEqual(["hell"]);
    const gone = await toolwright(["mcp", "remove", "old"], { cwd, env: own(cwd) });
    expect([gone.code, gone.stderr]).toEqual([2, expect.stringContaining("has no server old; it has hell")]);
  });

  it("write the folder's file, which the user who wrote it need not be asked about", async () => {
    const cwd = await folder({ "policy.json": ALLOW });
    const add = ["mcp", "add", "hell", "--scope", "project", "--", process.execPath, HELL, "twin"];
    await toolwright(add, { cwd, env: own(cwd) });
    const { code, stdout } = await toolwright(["call", "hell__echo", "--policy", "policy.json"], {
      cwd,
      env: own(cwd),
    });
    expect([code, stdout]).toEqual([0, '{"n":1}\n']);
  });

  it("take an address with headers, and refuse what no server can be", async () => {
    const cwd = await folder({});
    const env = own(cwd);
    await toolwright(["mcp", "add", "far", "https://example.org/mcp", "--header", "X-Key: $" + "{KEY}"], { cwd, env });
    expect(await read(join(cwd, "config/toolwright/mcp.json"))).toEqual({
      mcpServers: { far: { type: "http", url: "https://example.org/mcp", headers: { "X-Key": "$" + "{KEY}" } } },
    });
    for (const [args, words] of [
      [["a b", "x"], "the name of a server must have letters"],
      [["a", "https://example.org", "--env", "A=b"], "takes --header"],
      [["a", "x", "--header", "A: b"], "--header goes with an address"],
      [["a", "ftp://example.org"], "begins with https://"],
      [["a", "https://example.org", "--header", "nonsense"], '--header takes "Name: value"'],
    ] as const) {
      const { code, stderr } = await toolwright(["mcp", "add", ...args], { cwd, env });
      expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
    }
  });
});

describe.concurrent("toolwright mcp test and login", () => {
  it("say of one server what came of it", async () => {
    const cwd = await folder({ "servers.json": settings("bad-definitions"), "bad.json": settings("dies-at-once") });
    const good = await toolwright(["mcp", "test", "hell", "--mcp", "servers.json"], { cwd, env: own(cwd) });
    expect([good.code, good.stdout]).toEqual([
      0,
      expect.stringMatching(/^hell: connected in \d+ ms, 2025-11-25, 2 tools, 11 left out\n$/),
    ]);
    const bad = await toolwright(["mcp", "test", "hell", "--mcp", "bad.json", "--json"], { cwd, env: own(cwd) });
    expect([bad.code, JSON.parse(bad.stdout)]).toEqual([1, expect.objectContaining({ state: "failed", tools: [] })]);
    const none = await toolwright(["mcp", "test", "other", "--mcp", "bad.json"], { cwd, env: own(cwd) });
    expect([none.code, none.stderr]).toEqual([
      2,
      expect.stringContaining("There is no server other. `toolwright mcp list` lists what there is."),
    ]);
  });

  it("log in with an address that is shown, and later commands are logged in", async () => {
    const server = await startOAuthServer();
    const cwd = await folder({
      "servers.json": JSON.stringify({ mcpServers: { far: { type: "http", url: server.url } } }),
      "policy.json": JSON.stringify({ allow: ["far__*"] }),
    });
    const call = ["call", "far__echo", "--mcp", "servers.json", "--policy", "policy.json"];
    const before = await toolwright(call, { cwd, env: own(cwd) });
    expect([before.code, before.stderr]).toEqual([1, expect.stringContaining("; toolwright mcp login far")]);
    let address: string | undefined;
    const login = await toolwright(["mcp", "login", "far", "--mcp", "servers.json"], {
      cwd,
      env: own(cwd),
      onOutput(stdout) {
        const shown = /http:\S+authorize\S+/.exec(stdout)?.[0];
        if (shown !== undefined && address === undefined) void fetch((address = shown));
      },
    });
    expect([login.code, login.stdout]).toEqual([0, expect.stringMatching(/Logged in at far\.\n$/)]);
    expect(await toolwright(call, { cwd, env: own(cwd) })).toMatchObject({ code: 0, stdout: "welcome\n", stderr: "" });
    await toolwright(["mcp", "login", "far", "--forget", "--mcp", "servers.json"], { cwd, env: own(cwd) });
    expect((await toolwright(call, { cwd, env: own(cwd) })).code).toBe(1);
    await server.close();
  });
});

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { configurationOf } from "../src/mcp/registry/configuration.ts";
import { inputs } from "../src/mcp/registry/inputs.ts";
import { registryEntry } from "../src/mcp/registry/registry-entry.ts";
import { waysOf } from "../src/mcp/registry/ways.ts";
import { BOTH, entry, npm, packed, stdio } from "./support/registry-entries.ts";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

const own = (cwd: string) => ({ HOME: cwd, XDG_CONFIG_HOME: join(cwd, "config") });
async function added(given: object, ...args: readonly string[]) {
  const cwd = await folder({ "server.json": JSON.stringify(given) });
  const { code, stderr } = await toolwright(["mcp", "add", "server.json", ...args], { cwd, env: own(cwd) });
  const text = await readFile(join(cwd, "config/toolwright/mcp.json"), "utf8").catch(() => "{}");
  return { code, stderr, servers: JSON.parse(text).mcpServers };
}

describe.concurrent("toolwright mcp add server.json", () => {
  it("makes a program of a package, shows it whole, and keeps its secrets out of the file", async () => {
    const { code, stderr, servers } = await added(packed(BOTH), "--yes", "--set", "folder=/tmp");
    const weather = {
      command: "npx",
      args: ["-y", "@example/weather@1.2.3", "serve", "/tmp", "--units=metric", "-v"],
      env: { API_KEY: "$" + "{API_KEY}", PLACE: "https://eu.example.org" },
    };
    expect([code, servers]).toEqual([0, { weather }]);
    expect(stderr).toContain("io.github.example/weather 1.2.3: Weather.");
    for (const line of JSON.stringify({ weather }, null, 2).split("\n")) expect(stderr).toContain(line);
    expect(stderr).toContain("It takes API_KEY of your environment, which has to be set.");
  });

  it("adds nothing that nobody was asked about, and says what is missing", async () => {
    const alone = await added(packed(BOTH), "--set", "folder=/tmp");
    expect([alone.code, alone.servers]).toEqual([2, undefined]);
    expect(alone.stderr).toContain("--yes adds it");
    const missing = await added(packed(BOTH), "--yes");
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("The entry asks for folder: --set")]);
    const wrong = await added(packed(BOTH), "--yes", "--set", "folder=/", "--set", "units=both");
    expect(wrong.stderr).toContain("--set units takes one of metric, imperial");
  });

  it.each([
    [
      { ...npm, registryType: "pypi", identifier: "mcp-weather" },
      { command: "uvx", args: ["mcp-weather@1.2.3"] },
    ],
    [
      {
        registryType: "oci",
        identifier: "ghcr.io/example/weather:1",
        transport: stdio,
        runtimeArguments: [
          { type: "named", name: "-v", value: "{src}:/data", variables: { src: { default: "/tmp" } } },
        ],
        environmentVariables: [{ name: "KEY", isSecret: true, isRequired: true }],
      },
      {
        command: "docker",
        args: ["run", "-i", "--rm", "-e", "KEY", "-v", "/tmp:/data", "ghcr.io/example/weather:1"],
        env: { KEY: "$" + "{KEY}" },
      },
    ],
  ])("takes packages of other places: %j", async (one, weather) => {
    expect((await added(entry({ packages: [one] }), "--yes")).servers).toEqual({ weather });
  });

  it("takes an address, to which no variable of this machine goes by its own name", async () => {
    const remote = {
      type: "streamable-http",
      url: "https://{tenant}.example.org/mcp",
      variables: { tenant: { isRequired: true } },
      headers: [
        {
          name: "Authorization",
          value: "Bearer {AWS_SECRET_ACCESS_KEY}",
          variables: { AWS_SECRET_ACCESS_KEY: { isSecret: true } },
        },
        { name: "X-Team", default: "a" },
      ],
    };
    const { servers, stderr } = await added(
      { server: entry({ packages: [{ ...npm, registryType: "mcpb" }], remotes: [remote] }), _meta: {} },
      ...["--yes", "--set", "tenant=acme", "--name", "far"],
    );
    expect(servers).toEqual({
      far: {
        type: "http",
        url: "https://acme.example.org/mcp",
        headers: { Authorization: "Bearer $" + "{FAR_AWS_SECRET_ACCESS_KEY}", "X-Team": "a" },
      },
    });
    expect(stderr).toContain("It takes FAR_AWS_SECRET_ACCESS_KEY of your environment");
  });

  it("says of each way why it cannot be used, and takes the one that is named", async () => {
    const ways = [
      { ...npm, registryType: "mcpb" },
      { ...npm, transport: { type: "sse", url: "http://x" } },
      { ...npm, version: "latest" },
      { ...npm, identifier: "--eval" },
      { ...npm, runtimeHint: "bash" },
      { ...npm, registryBaseUrl: "https://registry.example.org" },
      npm,
    ];
    const { stderr } = await added(
      entry({ packages: ways.slice(0, -1), remotes: [{ type: "sse", url: "https://x" }] }),
    );
    for (const why of [
      "npm, pypi and oci",
      "standard input",
      "not one version",
      "no name of a package",
      "than npx",
      "another place",
      "streamable-http",
    ])
      expect(stderr).toContain(why);
    expect((await added(entry({ packages: ways }), "--yes", "--use", "7")).code).toBe(0);
    expect((await added(entry({ packages: ways }), "--yes", "--use", "1")).stderr).toContain(
      "--use 1 cannot be used here",
    );
  });

  it.each([
    ["[]", "is no server.json"],
    ['{"name": "weather"}', '"io.github.user/server"'],
    ["{", "server.json"],
  ])("refuses %s", async (text, words) => {
    const cwd = await folder({ "server.json": text });
    const { code, stderr } = await toolwright(["mcp", "add", "server.json"], { cwd, env: own(cwd) });
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  it("refuses words that would be read as something else", async () => {
    for (const value of ["$" + "{HOME}", "a\u001b[31mb", "a\u202eb"]) {
      const { code, stderr } = await added(packed({ packageArguments: [{ type: "positional", value }] }), "--yes");
      expect([code, stderr]).toEqual([2, expect.stringContaining("would be read as something else")]);
    }
    const flag = await added(
      packed({ packageArguments: [{ type: "named", name: "; rm -rf /", value: "x" }] }),
      "--yes",
    );
    expect(flag.stderr).toContain("no flag");
  });

  it("reads an address, without following it elsewhere", async () => {
    const server = createServer((request, response) => {
      if (request.url === "/away") return response.writeHead(302, { location: "/server.json" }).end();
      if (request.url === "/large") return response.end("x".repeat(2_000_000));
      return response.end(JSON.stringify(packed({})));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    const cwd = await folder({});
    const add = (place: string) => toolwright(["mcp", "add", place, "--yes", "--force"], { cwd, env: own(cwd) });
    expect((await add(`${origin}/server.json`)).code).toBe(0);
    for (const place of [`${origin}/away`, `${origin}/large`, "http://example.org/server.json", "none.json"])
      expect((await add(place)).code).toBe(2);
  });
});

it("of a hostile entry comes a configuration without variables that it names itself, or nothing", async () => {
  const text = fc.oneof(fc.string(), fc.constantFrom("$" + "{PATH}", "{a}", "--x", "-x", "a=b", "true", "npx"));
  const input = fc.record(
    {
      type: fc.constantFrom("named", "positional"),
      name: text,
      value: text,
      default: text,
      valueHint: text,
      isSecret: fc.boolean(),
      variables: fc.dictionary(
        fc.constantFrom("a", "b"),
        fc.record({ value: text, default: text, isSecret: fc.boolean() }),
      ),
    },
    { requiredKeys: ["type"] },
  );
  const list = fc.array(input, { maxLength: 4 });
  const given = fc.record({ packageArguments: list, runtimeArguments: list, environmentVariables: list });
  await fc.assert(
    fc.asyncProperty(given, async (more) => {
      const read = registryEntry(packed(more));
      const way = typeof read === "string" ? undefined : waysOf(read)[0];
      if (way === undefined || way.kind === "none") return;
      const filled = inputs(
        async ({ initial }) => initial,
        (name) => `OURS_${name.length}`,
      );
      const made = await configurationOf(way, filled).catch(() => undefined);
      for (const [, name] of JSON.stringify(made ?? {}).matchAll(/\$\{([^}]*)/g)) expect(filled.taken).toContain(name);
      if (made !== undefined) expect(Object(made).command).toBe("npx");
    }),
  );
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import { afterAll, describe, expect, it } from "vitest";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

const text = (more: object = {}) => ({ type: "string", minLength: 1, ...more });
const object = (required: readonly string[], properties: object) => ({ type: "object", required, properties });
const flag = { type: "boolean" };

const INPUT = {
  description: text(),
  isRequired: flag,
  isSecret: flag,
  format: { enum: ["string", "number", "boolean", "filepath"] },
  value: text(),
  default: text(),
  placeholder: text(),
  choices: { type: "array", items: text() },
};
const VERSION = text({ maxLength: 255, not: { const: "latest" } });
const ARGUMENT = {
  anyOf: [
    object(["type", "name"], { ...INPUT, type: { const: "named" }, name: text(), isRepeated: flag }),
    object(["type", "value"], { ...INPUT, type: { const: "positional" }, valueHint: text() }),
    object(["type", "valueHint"], { ...INPUT, type: { const: "positional" }, valueHint: text() }),
  ],
};
const list = (items: object) => ({ type: "array", items });
/** What an entry of 2025-12-11 has to be, as far as one with packages of npm on standard input and output goes. */
const ENTRY = object(["name", "description", "version"], {
  $schema: { const: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json" },
  name: text({ maxLength: 200, pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" }),
  description: text({ maxLength: 100 }),
  version: VERSION,
  repository: object(["url", "source"], { url: text({ pattern: "^https://" }), source: text() }),
  packages: list(
    object(["registryType", "identifier", "version", "transport"], {
      registryType: { const: "npm" },
      identifier: text(),
      version: VERSION,
      transport: object(["type"], { type: { const: "stdio" } }),
      packageArguments: list(ARGUMENT),
      environmentVariables: list(object(["name"], { ...INPUT, name: text() })),
    }),
  ),
});

async function example(): Promise<string> {
  const page = await readFile(join(import.meta.dirname, "../../../docs/mcp.md"), "utf8");
  const [, block = ""] = /```json\n(\{\n {2}"\$schema"[\s\S]*?)```/.exec(page) ?? [];
  return block;
}

describe("the server.json of the page about MCP", () => {
  const fits = new Ajv({ strict: false }).compile(ENTRY);

  it("has the form that the registry takes", async () => {
    const entry = JSON.parse(await example());
    expect([fits(entry), fits.errors]).toEqual([true, null]);
    for (const wrong of [
      { ...entry, name: "weather" },
      { ...entry, packages: [{}] },
      { ...entry, version: "latest" },
    ])
      expect(fits(wrong)).toBe(false);
  });

  it("is what toolwright mcp add takes", async () => {
    const cwd = await folder({ "server.json": await example() });
    const env = { HOME: cwd, XDG_CONFIG_HOME: join(cwd, "config") };
    const args = ["mcp", "add", "server.json", "--yes", "--set", "workspace=/places"];
    expect((await toolwright(args, { cwd, env })).code).toBe(0);
    const file = JSON.parse(await readFile(join(cwd, "config/toolwright/mcp.json"), "utf8"));
    expect(file.mcpServers).toEqual({
      "weather-tools": {
        command: "npx",
        args: ["-y", "@example/weather-tools@1.0.0", "--workspace=/places"],
        env: { WEATHER_KEY: "$" + "{WEATHER_KEY}" },
      },
    });
  });
});

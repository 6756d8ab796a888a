import { defineTool, ToolRegistry, ToolRunner } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { mcpTools } from "../src/index.ts";
import { readResourceList } from "../src/resources/read-resource-list.ts";
import { closing, connect as connectHell } from "./support/hell.ts";
import { serve, silent } from "./support/serve.ts";

const IMAGE = "iVBORw0KGgo=";

/** A client of a server with resources, and what calls come to. */
async function connected(confirm: "never" | "always" = "never") {
  const tool = defineTool({ name: "own", description: "", input: { type: "object" }, execute: () => "own" });
  const { url } = await serve([tool], {
    resources: [
      { uri: "notes://all", name: "notes", description: "All\nnotes.", read: () => "one\ntwo" },
      { uri: "notes://dot", name: "dot", mimeType: "image/png", read: () => Buffer.from(IMAGE, "base64") },
      { uri: "notes://of/{name}", name: "note", read: ({ name }) => `of ${name}` },
    ],
  });
  const mcp = closing(await mcpTools({ servers: { notes: { url, confirm } }, logger: silent }));
  const runner = new ToolRunner({ registry: new ToolRegistry([...mcp.tools]), logger: silent });
  const call = async (name: string, args: object = {}) =>
    (await runner.exec({ name, arguments: { ...args } })).message.content;
  return { mcp, call };
}

describe("resources of a server", () => {
  it("are listed and read by two tools, which are there where a server has some", async () => {
    const { mcp, call } = await connected();
    expect(mcp.tools.map(({ name }) => name)).toEqual(["notes__own", "list_mcp_resources", "read_mcp_resource"]);
    expect(mcp.tools.at(-1)).toBe(mcp.tools.at(-1));
    const listed = String(await call("list_mcp_resources")).split("\n");
    expect(listed).toContain("notes notes://all: notes. All notes.");
    expect(listed).toContain("notes notes://of/{name} (fill in what stands in braces): note");
    expect(await call("list_mcp_resources", { query: "DOT" })).toBe("notes notes://dot: dot");
    expect(await call("list_mcp_resources", { query: "none such" })).toBe("There are no such resources.");
    expect(await call("read_mcp_resource", { server: "notes", uri: "notes://all" })).toBe("one\ntwo");
    expect(await call("read_mcp_resource", { server: "notes", uri: "notes://of/Ada" })).toBe("of Ada");
    expect(await call("read_mcp_resource", { server: "notes", uri: "notes://dot" })).toEqual([
      { type: "image", mediaType: "image/png", data: IMAGE },
    ]);
    const without = await connectHell("good");
    expect(without.tools.filter(({ name }) => name.includes("resource"))).toEqual([]);
  });

  it("are read after a yes where calls of the server are, and of a server that has some", async () => {
    const { call } = await connected("always");
    expect(await call("list_mcp_resources")).toContain("notes://all");
    expect(await call("read_mcp_resource", { server: "notes", uri: "notes://all" })).toContain(
      "Error [approval_denied]",
    );
    const { call: free } = await connected();
    expect(await free("read_mcp_resource", { server: "none", uri: "x" })).toContain("these have: notes.");
    expect(await free("read_mcp_resource", { server: "notes", uri: "other://x" })).toContain(
      'The MCP server "notes" says',
    );
  });
});

describe("a list of resources", () => {
  const listOf = (page: (cursor: unknown) => object) =>
    readResourceList(async (method, { cursor }) =>
      method === "resources/list" ? JSON.parse(JSON.stringify(page(cursor))) : { resourceTemplates: [] },
    );

  it("ends, whatever its server says", async () => {
    const many = Array.from({ length: 300_000 }, (_, place) => ({ uri: `x://${place}`, name: "x" }));
    expect(await listOf(() => ({ resources: many }))).toHaveLength(1_000);
    expect(await listOf(() => ({ resources: [], nextCursor: "again" }))).toEqual([]);
    let page = 0;
    expect(await listOf(() => ({ resources: [{ uri: "x://y" }], nextCursor: String(page++) }))).toHaveLength(20);
  });

  it("has one line for each, and nothing that is not seen", async () => {
    const entries = [null, 7, {}, { uri: "" }, { uri: "x://a\u202eb" }, { uri: "x".repeat(3_000) }];
    expect(await listOf(() => ({ resources: entries }))).toEqual([]);
    const [line] = await listOf(() => ({
      resources: [{ uri: "x://y", name: "a\nb\u200b", description: "c".repeat(900) }],
    }));
    expect(line?.about).toMatch(/^a b\. c+…$/);
    await expect(listOf(() => ({ resources: "none" }))).rejects.toThrow("its list of resources is no list");
  });
});

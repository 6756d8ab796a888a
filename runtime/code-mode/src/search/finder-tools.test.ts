import { defineTool, type Tool, ToolRegistry, ToolRunner } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { declareTool } from "../declarations/declare-tool.ts";
import { declareTools } from "../declarations/declare-tools.ts";
import { FINDERS } from "../declarations/finders.ts";
import { finderTools } from "./finder-tools.ts";

const tool = (name: string, description: string) =>
  defineTool({ name, description, input: z.object({ to: z.string() }), execute: () => null });

const tools: readonly Tool[] = [
  tool("read_file", "Read one file."),
  tool("mcp__mail-box__send", "Send a mail to\n a person. Attachments go by another tool."),
  tool("mcp__mail-box__read", "Read mail."),
  defineTool({
    name: "walk",
    description: "Walk a tree of mail folders",
    input: {
      type: "object",
      properties: { node: { $ref: "#/$defs/n" } },
      $defs: { n: { properties: { of: { $ref: "#/$defs/n" } } } },
    },
    execute: () => null,
  }),
];
const [search, describeTool] = finderTools({ tools, whole: ["read_file"] });

describe("search_tools", () => {
  it("finds tools that were not declared, the best first, with one line and a declaration each", async () => {
    const { value } = await called(search, { query: "send mail to a person" });

    expect(value).toEqual([
      {
        name: "mcp__mail_box__send",
        description: "Send a mail to a person.",
        declaration: "mcp__mail_box__send(args: { to: string });",
      },
      expect.objectContaining({ name: "mcp__mail_box__read" }),
      {
        name: "walk",
        description: "Walk a tree of mail folders",
        declaration: "type walk_n = { of?: walk_n };\nwalk(args?: { node?: walk_n });",
      },
    ]);
  });

  it("finds nothing of what the model was told already, and at most five", async () => {
    const many = Array.from({ length: 9 }, (_, index) => tool(`mail_${index}`, "Mail"));
    const [searchMany] = finderTools({ tools: many, whole: [] });

    expect((await called(search, { query: "file" })).value).toEqual([]);
    expect((await called(searchMany, { query: "mail" })).value).toHaveLength(5);
  });
});

describe("describe_tool", () => {
  it.each(["mcp__mail_box__send", "mcp__mail-box__send"])("tells all of a tool: %s", async (name) => {
    expect((await called(describeTool, { name })).value).toEqual({
      name: "mcp__mail_box__send",
      description: "Send a mail to\n a person. Attachments go by another tool.",
      declaration: "mcp__mail_box__send(args: { to: string });",
    });
  });

  it("names the nearest to a name that no tool has", async () => {
    const { error } = await called(describeTool, { name: "mcp__mailbox__sent" });

    expect(error).toMatchObject({
      message: 'There is no tool "mcp__mailbox__sent". Did you mean mcp__mail_box__send?',
      suggestion: "Find one by what it does: tools.search_tools({ query }).",
    });
  });
});

it("are declared as they are, and are reads that a program is given as a journal has them", () => {
  const lines = [search, describeTool].flatMap((one) => declareTool(one).member.split("\n"));

  expect(FINDERS).toEqual(lines);
  expect(declareTools(tools, { budget: 0 }).text).toContain(lines.join("\n"));
  expect([search.effects, describeTool.effects]).toMatchObject([{ kind: "read" }, { kind: "read" }]);
});

async function called(tool: Tool, args: Record<string, string>) {
  const runner = new ToolRunner({ registry: new ToolRegistry([tool]) });
  const { result } = await runner.exec({ name: tool.name, arguments: args });
  return { value: result.output.type === "json" ? result.output.value : undefined, error: result.error };
}

import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Tool, ToolRegistry, ToolRunner } from "@toolwright/core";
import { withStrictTools } from "@toolwright/core/strict";
import { scripted } from "@toolwright/models";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { createFolderAgent } from "../folder-agent/folder-agent.ts";
import { FOLDER_INSTRUCTIONS } from "../folder-agent/folder-instructions.ts";
import { folderTools } from "../folder-agent/folder-tools.ts";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import { workspaceOverrides } from "../workspace/workspace-overrides.ts";
import { bashTool } from "./bash/bash.tool.ts";
import { editTool } from "./edit/edit.tool.ts";
import { shownIn } from "./shown-parameters.ts";
import { standardTools } from "./standard-tools.ts";

const small = folderTools({ toolsSet: "small" });

const sent = (tools: readonly Tool[]) => new ToolRegistry(tools).getDefinitions();
const parametersOf = ({ definition }: Tool) => Object.keys(Object(definition.parameters.properties));
const tokensOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + countTokens(text), 0);

/** What the chat template of Qwen 2.5 makes of a system text and tools; Jinja writes a blank after `:` and `,`. */
function inQwensTemplate(system: string, tools: readonly Tool[]): string {
  const spaced = (text: string) => text.replaceAll('":', '": ').replaceAll(',"', ', "');
  const lines = sent(tools).map((tool) => spaced(JSON.stringify(tool)));
  return [
    `<|im_start|>system\n${system}\n`,
    "# Tools\n\nYou may call one or more functions to assist with the user query.\n",
    "You are provided with function signatures within <tools></tools> XML tags:\n<tools>",
    ...lines,
    "</tools>\n",
    "For each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:",
    '<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call><|im_end|>\n',
  ].join("\n");
}

describe("what a model is shown of the standard tools", () => {
  it("is 11 parameters of seven tools in the small set, those that look first", () => {
    expect(small.map(({ name }) => name)).toEqual(["ls", "grep", "glob", "write", "read", "edit", "bash"]);
    expect(small.flatMap(parametersOf)).toHaveLength(11);
    const object = { name: "by_object", description: "Greet.", execute: () => "Hello" };
    expect(folderTools({ tools: [object] }).at(-1)?.definition.description).toBe("Greet.");
    expect(folderTools({ toolsSet: "small", tools: [bashTool()] }).map(({ name }) => name)).toHaveLength(7);
  });

  it("costs at most 400 tokens in the small set and 1,600 in the whole one, with the system text", () => {
    const cost = (system: unknown, tools: readonly Tool[]) =>
      tokensOf([String(system), ...sent(tools).map((tool) => JSON.stringify(tool))]);
    expect(cost(FOLDER_INSTRUCTIONS.content, small)).toBeLessThanOrEqual(400);
    expect(cost(FOLDER_INSTRUCTIONS.content, folderTools())).toBeLessThanOrEqual(1_600);
  });

  it("costs at most 600 tokens of o200k in the words of Qwen's template", () => {
    const prompt = inQwensTemplate(String(FOLDER_INSTRUCTIONS.content), small);
    // Counted as words, its marks are several tokens each.
    expect(countTokens(prompt, { disallowedSpecial: new Set() })).toBeLessThanOrEqual(600);
  });

  it("has every parameter that a call must have, and none that the tool does not know", () => {
    for (const set of ["all", "small"] as const) {
      for (const tool of shownIn(set, standardTools({ agent: true }))) {
        const { required = [] } = Object(tool.definition.parameters);
        expect(parametersOf(tool), tool.name).toEqual(expect.arrayContaining(required));
      }
    }
    const [edit] = shownIn("all", [editTool()]);
    expect(edit && parametersOf(edit)).toEqual(["file_path", "old_string", "new_string", "replace_all"]);
  });

  it("is said in few words of the small set: no defaults, no least lengths and no text of a parameter", () => {
    const property = ({ definition }: Tool, name: string) => Object(definition.parameters.properties)[name];
    const byName = new Map(small.map((tool) => [tool.name, tool]));
    const of = (tool: string, name: string) => property(byName.get(tool) ?? bashTool(), name);
    expect(of("bash", "command")).toEqual({ type: "string" });
    expect(of("read", "file_paths")).toEqual({ type: "array", items: { type: "string" } });
    expect(of("edit", "old_string")).toEqual({ type: "string" });
    expect(byName.get("bash")?.definition.description).toBe("Run a bash command.");
  });

  it("leaves out no standard tool by forgetting its row", () => {
    const whole = standardTools({ agent: true });
    expect(whole.map(({ name }) => name)).toContain("agent");
    expect(whole).toHaveLength(17);
  });

  it("is a frozen copy of the tool, and the tool itself where nothing is left out", () => {
    const [bash] = shownIn("all", [bashTool()]);
    const whole = bashTool();
    expect(shownIn("all", [whole])).toEqual([whole]);
    const [narrow] = shownIn("small", bash === undefined ? [] : [bash]);
    expect(narrow && parametersOf(narrow)).toEqual(["command"]);
    expect(narrow?.definition.parameters).not.toHaveProperty("additionalProperties");
    expect(Object.isFrozen(narrow?.definition.parameters.properties)).toBe(true);
  });
});

describe("a parameter that a model is not shown", () => {
  it("is taken all the same", async () => {
    const root = await mkdtemp(join(tmpdir(), "shown-"));
    await writeFile(join(root, "a.txt"), "one\ntwo\n");
    const workspace = await createLocalWorkspace({ root, stateDirectory: join(root, ".state") });
    const runner = new ToolRunner({ registry: new ToolRegistry(small), overrides: workspaceOverrides({ workspace }) });
    const { message } = await runner.exec({ name: "read", arguments: { file_paths: ["a.txt"], limit: 1 } });
    expect(message.content).toContain("\tone\n");
    expect(message.content).not.toContain("\ttwo\n");
  });

  it("reaches no model, whatever shows it the tools", async () => {
    const root = await mkdtemp(join(tmpdir(), "shown-"));
    const names: string[] = [];
    const inner = scripted([{ text: "done" }]);
    const model = {
      ...inner,
      completionStream: (...[params, context]: Parameters<typeof inner.completionStream>) => {
        names.push(
          ...(params.tools ?? []).flatMap(({ function: { parameters } }) => Object.keys(Object(parameters.properties))),
        );
        return inner.completionStream(params, context);
      },
    };
    const agent = await createFolderAgent({ root, stateDirectory: join(root, ".state"), toolsSet: "small" });
    await agent.open({ model: withStrictTools(model, "openai") }).run("hello");
    await agent.close();
    expect(names).toHaveLength(11);
    expect(names).toContain("file_path");
  });
});

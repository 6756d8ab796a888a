import {
  ActivityStream,
  type ApprovalRequest,
  type Approver,
  askForWrites,
  defineTool,
  type Effects,
  MemoryJournal,
  type Policy,
  resumeToolLoop,
  ToolRegistry,
  type ToolResult,
} from "@toolwright/core";
import { scripted } from "@toolwright/core/testing";
import { ToolCatalog } from "@toolwright/core/tool-search";
import { describe, expect, it } from "vitest";
import { type CodeModeTools, createCodeMode } from "./index.ts";
import { QUIET, ran } from "./ran.test-data.ts";

const saying = (name: string, text: string) =>
  defineTool({
    name,
    description: `Says ${text}.`,
    input: { type: "object" },
    effects: "read",
    execute: () => text,
  });

const toolNames = (events: readonly { type: string; data: unknown }[]) =>
  events.flatMap(({ type, data }) =>
    type === "tool_call_end" ? [(data as { toolName: string; result: ToolResult }).toolName] : [],
  );

describe("tools by namespace", () => {
  const spaces = { crm: [saying("find", "a customer")], mail: [saying("send-all", "sent")] };

  it("are written with it, and are known to rules and journals by their own names", async () => {
    const asked: string[] = [];
    const policy: Policy = {
      decide: ({ name }) => {
        asked.push(name);
        return name === "send-all" ? { verdict: "deny", reason: "No mails." } : { verdict: "allow" };
      },
    };
    const code = `
      const sent = [await attempt(tools.mail__send_all({})), await attempt(tools["mail__send-all"]({}))];
      return [await tools.crm__find({}), ...sent.map(({ error }) => error.message), (await attempt(tools.find({}))).error.message];`;
    const { said, events } = await ran(code, spaces, { policy });
    expect(JSON.parse(said)).toEqual([
      "a customer",
      "No mails.",
      "No mails.",
      'There is no tool "find". Did you mean "crm__find"?',
    ]);
    expect(asked).toEqual(["run_code", "send-all", "send-all", "find"]);
    expect(toolNames(events)).toEqual(["send-all", "send-all", "find", "run_code"]);
  });

  it("are declared, named and found with it", async () => {
    expect(createCodeMode(spaces).declarations).toContain("/** Says a customer. */\ncrm__find(");
    expect(createCodeMode(spaces, { declarations: 0 }).declarations).toContain("// crm__{find}");
    const { said } = await ran(
      `const [{ name }] = await tools.search_tools({ query: "customer" }); return tools[name]({})`,
      new ToolCatalog([saying("find", "a customer")]),
    );
    expect(said).toBe("a customer");
  });

  const sending = (text: string, sent: string[] = [], effects: Effects = "external") =>
    defineTool({
      name: "send",
      description: `Sends ${text}.`,
      input: { type: "object" },
      effects,
      execute: () => {
        sent.push(text);
        return text;
      },
    });

  it("may hold tools of one name: an answer for more calls of one counts for no other, also after a crash", async () => {
    const code = "return [await tools.a__send({}), await tools.a__send({}), await tools.b__send({})]";
    const { tool } = createCodeMode({ a: [sending("one")], b: [sending("two")] });
    const asked: string[] = [];
    const approver: Approver = {
      approve: async ({ approvalId, toolCallId, toolName }) => {
        asked.push(toolCallId);
        return { approvalId, approve: true, ...(toolCallId === "p/0" && { more: { toolName, times: 5 } }) };
      },
    };
    const config = { tools: [tool], policy: askForWrites, approver };
    const { events } = await ran(code, [], config);
    expect(asked).toEqual(["p/0", "p/2"]);
    const journal = new MemoryJournal();
    const cut = events.findIndex(({ type, id }) => type === "tool_call_end" && id === "p/0");
    for (const event of events.slice(0, cut + 1)) journal.append(event);
    const model = scripted([{ text: "the end" }]);
    const resumed = await resumeToolLoop({ ...config, model, activity: new ActivityStream(journal), logger: QUIET });
    expect(asked).toEqual(["p/0", "p/2", "p/2"]);
    expect(resumed.messages.find(({ role }) => role === "tool")?.content).toBe('["one","one","two"]');
  });

  it("that lose a tool call none of another namespace in its place", async () => {
    const code = "return tools.a__send({})";
    const sent: string[] = [];
    const spaces = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, [sending(name, sent)]]));
    const config = (names: readonly string[]) => ({
      ...{ policy: askForWrites, logger: QUIET, tools: [createCodeMode(spaces(names)).tool] },
      approver: { approve: async ({ approvalId }: ApprovalRequest) => ({ approvalId, approve: true }) as const },
    });
    const { events } = await ran(code, [], config(["a", "b"]));
    expect(sent).toEqual(["a"]);
    const journal = new MemoryJournal();
    const cut = events.findIndex(({ type }) => type === "approval_decision");
    for (const event of events.slice(0, cut + 1)) journal.append(event);
    const model = scripted([{ text: "the end" }]);
    const resumed = await resumeToolLoop({ ...config(["b"]), model, activity: new ActivityStream(journal) });
    expect(sent).toEqual(["a"]);
    expect(resumed.messages.find(({ role }) => role === "tool")?.content).toContain("is recorded");
  });

  it.each([
    ["approval_decision", '["inactive_tool","no"]'],
    ["tool_call_start", '["outcome_unknown","unknown"]'],
  ])("that lose a tool call none of the loop in its place (after %s)", async (last, said) => {
    const sent: string[] = [];
    const direct = sending("loop", sent, { kind: "external", idempotent: true });
    const config = (spaces: CodeModeTools) => ({
      ...{ policy: askForWrites, logger: QUIET, tools: [createCodeMode(spaces).tool, direct] },
      approver: { approve: async ({ approvalId }: ApprovalRequest) => ({ approvalId, approve: true }) as const },
    });
    const code = "const { error } = await attempt(tools.a__send({})); return [error.code, error.ran];";
    const { events } = await ran(code, [], config({ a: [sending("a", sent)] }));
    const journal = new MemoryJournal();
    const cut = events.findLastIndex(({ type }) => type === last);
    for (const event of events.slice(0, cut + 1)) journal.append(event);
    const model = scripted([{ text: "the end" }]);
    const resumed = await resumeToolLoop({ ...config({}), model, activity: new ActivityStream(journal) });
    expect(sent).toEqual(["a"]);
    expect(resumed.messages.find(({ role }) => role === "tool")?.content).toBe(said);
  });

  it("may hold tools of one name", async () => {
    const { said } = await ran("return [await tools.a__get({}), await tools.b__get({})]", {
      a: [saying("get", "one")],
      b: [saying("get", "two")],
    });
    expect(said).toBe('["one","two"]');
  });
});

it("calls a tool that a catalog was given after the code mode was made, under a prompt that stays", async () => {
  const catalog = new ToolCatalog([saying("first", "one")]);
  const code = createCodeMode(catalog);
  const { description } = code.tool;
  expect(description).toContain("// first");
  catalog.register(saying("second", "two"));
  const source = `
    const found = await tools.search_tools({ query: "two" });
    return [found.map(({ name }) => name), await tools.second({}), await tools.first({})]`;
  const { said } = await ran(source, [], { tools: [code.tool] });
  expect(JSON.parse(said)).toEqual([["second"], "two", "one"]);
  expect(code.tool.description).toBe(description);
  expect(code.tool.effects).toMatchObject({ kind: "external", volatile: true });
});

it("finds what a catalog was given that had nothing, and of two tools of one name in programs has the earlier", async () => {
  const catalog = new ToolCatalog();
  const code = createCodeMode(catalog);
  expect(code.declarations).toContain("search_tools(args: { query: string })");
  for (const [name, text] of [
    ["a-b", "one"],
    ["a_b", "two"],
    ["run_code", "three"],
  ] as const)
    catalog.register(saying(name, text));
  const source = `
    const found = await tools.search_tools({ query: "says" });
    return [found.map(({ name }) => name), await tools.a_b({})]`;
  const { said } = await ran(source, [], { tools: [code.tool] });
  expect(JSON.parse(said)).toEqual([["a_b"], "one"]);
});

it("takes a registry, and a tool that the model may call directly too", async () => {
  const tool = saying("both", "ways");
  const code = createCodeMode(new ToolRegistry([tool]));
  const { said } = await ran("return tools.both({})", [], { tools: [code.tool, tool] });
  expect(said).toBe("ways");
});

it.each([
  [undefined, "What createCodeMode is given must be a list of tools, a ToolRegistry, a ToolCatalog, or lists by"],
  [saying("one", "x"), "What createCodeMode is given must be a list of tools"],
  [Promise.resolve([saying("one", "x")]), "What createCodeMode is given must be a list of tools"],
  [new Map([["crm", [saying("one", "x")]]]), "What createCodeMode is given must be a list of tools"],
  [{ crm: saying("one", "x") }, "Namespace crm of createCodeMode must be a list of tools: [defineTool({ … })], got"],
  [{ crm: [() => saying("one", "x")] }, "A function is no tool."],
  [[saying("run_code", "x")], "createCodeMode: a tool is named run_code, as the tool that runs programs"],
  [{ a: [saying("b__c", "x")], a__b: [saying("c", "x")] }, "There are two tools a__b__c, which have one name"],
])("refuses %j", (given, message) => {
  expect(() => createCodeMode(given as never)).toThrow(message);
});

it("refuses what is no model, what is no source, and the name of a tool by which programs find others", async () => {
  const code = createCodeMode([saying("one", "x")]);
  expect(() => code.toolsFor("gpt-5.6" as never)).toThrow("What toolsFor is given must be the model that the loop");
  await expect(code.preview(undefined as never)).rejects.toThrow(
    "What preview is given must be a string, got undefined",
  );
  for (const name of ["search_tools", "describe_tool"])
    expect(() => createCodeMode([], { name, declarations: 0 })).toThrow(`createCodeMode: ${name} is a tool by which`);
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runnerOf, toolOf } from "../../test/making.ts";
import { KeptLog, WrittenModel } from "../../test/support.ts";
import type { JsonObject } from "../json/json.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import { secret } from "../secrets/secret.ts";
import type { DefineToolOptions } from "../tool/tool.ts";
import type { Policy } from "./policy.ts";
import type { RunnerOptions } from "./runner-options.ts";

const input = {
  type: "object",
  properties: { pattern: { type: "string", minLength: 1 }, limit: { type: "integer" } },
  required: ["pattern"],
  additionalProperties: false,
};

type InsteadOf = DefineToolOptions<unknown, unknown>["insteadOf"];

/** `search` is `grep`, and so is a `pattern` that is a list. */
const insteadOf: InsteadOf = (name, given) => {
  if (name === "search") return given;
  return name === "grep" && Array.isArray(given.pattern) ? { pattern: given.pattern.join("|") } : undefined;
};

async function refused(
  name: string,
  args: JsonObject | string,
  given = insteadOf,
  options: Partial<RunnerOptions> = {},
) {
  const ran: string[] = [];
  const tool = (own: string, extra: Parameters<typeof toolOf>[2]) => toolOf(own, () => void ran.push(own), extra);
  const aliases = { pattern: ["query"] };
  const tools = [
    ...[tool("other", {}), tool("limit", {})],
    tool("grep", { input, aliases, ...(given && { insteadOf: given }) }),
  ];
  const { runner, log } = runnerOf(tools, options);
  const { message } = await runner.exec({ name, arguments: args });
  expect(ran).toEqual([]);
  return { content: String(message.content), log: log.lines.join("\n") };
}

const OFFERED = "Available tools: other, limit, grep.";

describe("a call of a tool that does not exist", () => {
  it("is refused with the call of the tool that stands for it, and runs nothing", async () => {
    const { content } = await refused("search", { query: "a", limit: "5" });
    expect(content).toBe(
      `Error [unknown_tool]: There is no tool "search". With grep: {"pattern":"a","limit":5}. ${OFFERED}`,
    );
  });

  it.each<JsonObject | string>([{}, { query: "" }, { nothing: 1 }, { query: "a", pattern: "b" }, "{"])(
    "is refused with the parameters of that tool where %j does not fit",
    async (args) => {
      const { content } = await refused("search", args);
      expect(content).toBe(
        'Error [unknown_tool]: There is no tool "search". ' +
          `Use grep, which takes pattern (string), optional: limit (integer). ${OFFERED}`,
      );
    },
  );

  it("is refused with the call of the tool whose name is like it, where that fits", async () => {
    expect((await refused("grepp", { query: "a" })).content).toBe(
      `Error [unknown_tool]: There is no tool "grepp". Did you mean "grep"? Call grep with {"pattern":"a"}. ${OFFERED}`,
    );
    for (const args of [{}, { path: "a" }]) {
      expect((await refused("grepp", args)).content).toBe(
        `Error [unknown_tool]: There is no tool "grepp". Did you mean "grep"? ${OFFERED}`,
      );
    }
  });

  it("is refused with the call of the only tool that takes its arguments, where no name is like its own", async () => {
    const { content } = await refused("create_a.txt", { pattern: "a", limit: "5" });
    expect(content).toBe(
      `Error [unknown_tool]: There is no tool "create_a.txt". Call grep with {"pattern":"a","limit":5}. ${OFFERED}`,
    );
    for (const args of [{ pattern: "a" }, { pattern: "a", more: 1 }, { limit: 5 }, { pattern: "", limit: 5 }]) {
      expect((await refused("create_a.txt", args)).content).toBe(
        `Error [unknown_tool]: There is no tool "create_a.txt". ${OFFERED}`,
      );
    }
  });

  it("is refused with no call where it has no arguments that would say which", async () => {
    expect((await refused("othr", {})).content).toContain(`Did you mean "other"? ${OFFERED}`);
    expect((await refused("othr", { n: 1 })).content).toContain('Did you mean "other"? Call other with {"n":1}.');
  });

  it("is refused with the arguments that came, whatever a tool does to those that it is asked about", async () => {
    const { content } = await refused("grepp", { query: "a" }, (_, args) => {
      Reflect.deleteProperty(args, "query");
      return undefined;
    });
    expect(content).toContain('Call grep with {"pattern":"a"}.');
  });

  it("is refused with no call where two names of one key differ, though the tool takes any key", async () => {
    const open = { type: "object", properties: { pattern: { type: "string" } }, additionalProperties: true };
    const grep = toolOf("grep", () => "", {
      input: open,
      aliases: { pattern: ["query"] },
      insteadOf: (_, args) => args,
    });
    const { runner } = runnerOf([grep]);
    const { message } = await runner.exec({ name: "search", arguments: { query: "a", pattern: "b" } });
    expect(message.content).toContain(" Use grep, which takes ");
  });

  it("quotes no secret, and nothing that is long", async () => {
    const options = {
      secrets: [
        secret("KEY", "a-registered-word"),
        secret("WORD", 'a "quoted" word'),
        secret("LINES", "a word\nof two lines"),
      ],
    };
    for (const query of ["a-registered-word", 'a "quoted" word', "a word\nof two lines", "x".repeat(1_000)]) {
      const { content, log } = await refused("search", { query }, insteadOf, options);
      expect(content).toContain(" Use grep, which takes ");
      expect(content + log).not.toContain(JSON.stringify(query).slice(1, -1));
    }
  });

  it.each<[string, InsteadOf]>([
    [
      "throws",
      () => {
        throw new Error("broken");
      },
    ],
    ["returns no object", () => JSON.parse("[1]")],
    ["knows of none", () => undefined],
  ])("is refused as before where a tool %s", async (_, given) => {
    expect((await refused("search", { query: "a" }, given)).content).toBe(
      `Error [unknown_tool]: There is no tool "search". ${OFFERED}`,
    );
  });

  it("is looked for among the tools that are offered alone", async () => {
    const stands = toolOf("grep", () => "", { input, insteadOf: (_, given) => given });
    const model = new WrittenModel([{ calls: [{ name: "search", args: { pattern: "a" } }] }]);
    const policy: Policy = { offers: ({ name }) => name !== "grep", decide: () => ({ verdict: "allow" }) };
    const tools = [stands, toolOf("other", () => "")];
    const { messages } = await runToolLoop({ model, tools, policy, logger: new KeptLog() }, []);
    const [refusal] = messages.filter(({ role }) => role === "tool");
    expect(refusal?.content).toBe('Error [unknown_tool]: There is no tool "search". Available tools: other.');
  });

  it("is none where the tool is only not offered in this step", async () => {
    const model = new WrittenModel([{ calls: [{ name: "grep", args: { pattern: "a" } }] }]);
    const policy: Policy = { offers: ({ name }) => name !== "grep", decide: () => ({ verdict: "allow" }) };
    const other = toolOf("grepp", () => "", { insteadOf: (_, given) => given });
    const tools = [toolOf("grep", () => "", { input }), other];
    const { messages } = await runToolLoop({ model, tools, policy, logger: new KeptLog() }, []);
    const [refusal] = messages.filter(({ role }) => role === "tool");
    expect(refusal?.content).toBe(
      'Error [inactive_tool]: The tool "grep" is not available in this step. Available tools: grepp.',
    );
  });
});

it("whatever is asked for by a name that no tool has, nothing runs, and the refusal is short", async () => {
  const named = fc.string().filter((name) => !["other", "limit", "grep"].includes(name));
  const name = fc.oneof(named, fc.constantFrom("search", "Grep", "grep_", "others", "constructor"));
  const args = fc.dictionary(fc.constantFrom("query", "pattern", "limit", "n"), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(name, args, async (asked, given) => {
      const { content } = await refused(asked, JSON.stringify(given));
      expect(content).toMatch(/^Error \[unknown_tool\]: /);
      expect(content.length).toBeLessThan(2_000);
    }),
  );
});

describe("arguments that do not fit", () => {
  it("are refused with the call that the tool itself gives for them", async () => {
    const { content } = await refused("grep", { pattern: ["a", "b"] });
    expect(content).toBe(
      'Error [invalid_arguments]: /pattern: expected string, got array. Nothing was run. Call it as {"pattern":"a|b"}',
    );
    expect((await refused("grep", { pattern: [] })).content).not.toContain("Call it as");
    expect((await refused("grep", { pattern: ["a", "b"] }, insteadOf, { repair: false })).content).not.toContain(
      "Call",
    );
  });

  it.each<JsonObject>([
    { arguments: { query: "a" } },
    { name: "grep", arguments: { pattern: "a" } },
    { type: "function", id: "c1", name: "grep", parameters: '{"pattern":"a"}' },
  ])("are refused with the call that stands within them: %j", async (args) => {
    expect((await refused("grep", args)).content).toMatch(/ Nothing was run\. Call it as \{"pattern":"a"\}$/);
  });

  it.each<JsonObject>([
    { arguments: { limit: 1 } },
    { name: "other", arguments: { pattern: "a" } },
    { arguments: { pattern: "a" }, parameters: { pattern: "b" } },
    { where: { pattern: "a" } },
    { arguments: "pattern" },
    { arguments: null },
  ])("are refused alone where no call, or that of another tool, stands within them: %j", async (args) => {
    expect((await refused("grep", args)).content).not.toContain("Call it as");
  });

  it("name the tool whose name is one of their keys", async () => {
    const { content } = await refused("grep", { pattern: "a", other: "b", grep: "c" });
    expect(content).toContain("/other: unknown key; other is a tool of its own: call it by itself");
    expect(content).toContain("/grep: unknown key.");
    expect((await refused("grep", { pattern: "a", limit: "b" })).content).toContain("/limit: expected integer");
  });
});

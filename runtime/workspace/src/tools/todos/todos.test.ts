import { askForWrites, runToolLoop, ToolRegistry, ToolRunner } from "@toolwright/core";
import { type ScriptStep, scripted } from "@toolwright/models";
import { describe, expect, it } from "vitest";
import { TODOS, type Todo, TodoList } from "./todo-list.ts";
import { readTodosTool, writeTodosTool } from "./todos.tool.ts";

const tools = [writeTodosTool(), readTodosTool()];

/** One conversation, with a list of its own that may outlive its runs. */
function conversation() {
  const list = new TodoList();
  const overrides = new Map([[TODOS.id, () => list]]);
  const runner = new ToolRunner({ registry: new ToolRegistry(tools), overrides, policy: askForWrites });
  return {
    list,
    overrides,
    async write(todos: readonly object[]) {
      const { result, message } = await runner.exec({ name: "write_todos", arguments: JSON.stringify({ todos }) });
      return { ...result, text: message.content };
    },
    read: async () => (await runner.exec({ name: "read_todos", arguments: {} })).message.content,
  };
}

const todo = (content: string, status: Todo["status"]) => ({ content, status });
const plan = [
  todo("write code", "completed"),
  todo("run tests", "in_progress"),
  todo("drop feature", "cancelled"),
  todo("update docs", "pending"),
];

describe("write_todos", () => {
  it("replaces the list and says in one line how far it is, without asking anybody", async () => {
    const { write, read } = conversation();
    expect(await write(plan)).toMatchObject({
      text: "1/3 done. Now: run tests. Next: update docs",
      artifact: { todos: plan },
      silent: true,
    });
    expect(await read()).toBe("1. [x] write code\n2. [>] run tests\n3. [-] drop feature\n4. [ ] update docs");
    expect((await write([todo("a", "completed")])).text).toBe("1/1 done");
    expect(await read()).toBe("1. [x] a");
  });

  it("clears with an empty list", async () => {
    const { write, read } = conversation();
    expect(await read()).toBe("No todos.");
    await write(plan);
    expect((await write([])).text).toBe("No todos.");
    expect(await read()).toBe("No todos.");
  });

  it("leaves the list unchanged when two are in progress, and names them", async () => {
    const { write, read } = conversation();
    await write([todo("a", "in_progress")]);
    const { error } = await write([todo("a", "in_progress"), todo("b", "pending"), todo("c", "in_progress")]);
    expect(error).toMatchObject({ code: "user_error", reason: "too_many_in_progress" });
    expect(error?.message).toContain("todos[0], todos[2]");
    expect(await read()).toBe("1. [>] a");
  });

  it("takes what other tool systems keep in a todo, and keeps its text and status", async () => {
    const { write, read } = conversation();
    await write([{ id: "1", content: "a", status: "pending", priority: "low", activeForm: "Doing a" }]);
    expect(await read()).toBe("1. [ ] a");
  });

  it.each([
    ["51 todos", Array.from({ length: 51 }, () => todo("a", "pending"))],
    ["201 characters", [todo("a".repeat(201), "pending")]],
    ["no text", [todo("  ", "pending")]],
    ["another status", [{ content: "a", status: "blocked" }]],
    ["unknown keys of the list", [{ text: "a", status: "pending", content: "b" }]],
  ])("refuses %s, and keeps the list", async (_, todos) => {
    const { write, read } = conversation();
    await write([todo("kept", "pending")]);
    expect((await write(todos)).error?.code).toBe("invalid_arguments");
    expect(await read()).toBe("1. [ ] kept");
  });

  it("takes 50 todos of 200 characters, and writes each on one line", async () => {
    const { write, read } = conversation();
    const todos = Array.from({ length: 50 }, () => todo(`a\n${"b".repeat(198)}`, "pending"));
    expect((await write(todos)).isError).toBe(false);
    expect(String(await read()).split("\n")).toHaveLength(50);
  });
});

describe("a plan", () => {
  const steps = (...names: readonly string[]): ScriptStep[] => [
    ...names.map((name) => ({
      toolCalls: [{ name, arguments: JSON.stringify(name === "write_todos" ? { todos: plan } : {}) }],
    })),
    { text: "end" },
  ];
  const go = [{ role: "user", content: "go" }] as const;
  const answersOf = (messages: readonly { readonly role: string; readonly content: unknown }[]) =>
    messages.filter(({ role }) => role === "tool").map(({ content }) => String(content));

  it("belongs to one conversation", async () => {
    const [one, two] = [conversation(), conversation()];
    await one.write(plan);
    expect(await two.read()).toBe("No todos.");
  });

  it("belongs to one run where nobody keeps it longer", async () => {
    const first = await runToolLoop({ model: scripted(steps("write_todos", "read_todos")), tools }, go);
    expect(answersOf(first.messages)[1]).toContain("[>] run tests");
    const second = await runToolLoop({ model: scripted(steps("read_todos")), tools }, go);
    expect(answersOf(second.messages)).toEqual(["No todos."]);
  });

  it("goes on over runs, and survives trimming, where a host keeps it", async () => {
    const { overrides } = conversation();
    const run = (...names: readonly string[]) =>
      runToolLoop({ model: scripted(steps(...names)), tools, overrides, trim: { budgetTokens: 0 } }, go);
    const first = await run("write_todos", "read_todos", "read_todos", "read_todos", "read_todos");
    expect(first.messages.some((message) => message.role === "tool" && message.trimmed)).toBe(true);
    expect(answersOf(first.messages).at(-1)).toContain("[>] run tests");
    expect(answersOf((await run("read_todos")).messages)[0]).toContain("[>] run tests");
  });
});

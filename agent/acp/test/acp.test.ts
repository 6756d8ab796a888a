import { rmSync } from "node:fs";
import { join } from "node:path";
import type { LoadSessionRequest, SessionUpdate } from "@agentclientprotocol/sdk";
import type { AcpFolder, AcpHost, AcpPlace } from "@toolwright/acp";
import { ActivityStream, defineTool, type JsonObject } from "@toolwright/core";
import { type ScriptStep, scripted } from "@toolwright/models";
import { type Agent, createAgentServer } from "@toolwright/server";
import { openStore } from "@toolwright/store";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { quickFolder } from "../../store/test/quick-folder.ts";
import { type Editor, openEditor } from "./support/editor.ts";

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

const text = z.object({ text: z.string() });
const ran: string[] = [];

/** Asks before it runs. */
const pay = defineTool({
  name: "pay",
  description: "Pays.",
  input: text,
  allowlist: "all",
  effects: "external",
  requiresConfirmation: true,
  execute: ({ text }) => {
    ran.push(text);
    return `paid ${text}`;
  },
});

const print = defineTool({
  name: "bash",
  description: "Prints.",
  input: z.object({ command: z.string() }),
  allowlist: "all",
  effects: "read",
  streamsOutput: true,
  execute: ({ command }, ctx) => {
    for (let line = 0; line < 1_000; line += 1) ctx.emitOutput(`${command} ${line}\n`);
    return "printed";
  },
});

const todos = defineTool({
  name: "write_todos",
  description: "Plans.",
  input: z.looseObject({}),
  allowlist: "all",
  effects: "read",
  execute: () => "planned",
});

const wait = defineTool({
  name: "wait",
  description: "Waits.",
  input: z.object({}),
  allowlist: "all",
  effects: "read",
  execute: (_, ctx) => new Promise<string>((resolve) => ctx.signal.addEventListener("abort", () => resolve("stopped"))),
});

const call = (name: string, args: JsonObject, id = name) => ({ toolCalls: [{ id, name, arguments: args }] });

interface Hosted extends AcpHost {
  readonly places: AcpPlace[];
  readonly store: ReturnType<typeof openStore>;
  readonly folder: AcpFolder;
}

/** A host with a real server and a real store. */
function host(steps: readonly ScriptStep[], more: Partial<Agent> = {}): Hosted {
  const directory = quickFolder("acp-");
  const store = openStore({ file: join(directory, "store.sqlite") });
  const model = scripted(steps, { name: "one" });
  const tools = [pay, print, todos, wait];
  const agent: Agent = {
    model: "one",
    models: ["one", "two"],
    modes: ["default", "plan"],
    tools,
    config: () => ({ model, tools, logger: QUIET }),
    ...more,
  };
  const server = createAgentServer({ agent, store, token: "secret", logger: QUIET });
  onTestFinished(async () => {
    await server.close();
    store.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const places: AcpPlace[] = [];
  const folder: AcpFolder = { root: "/work", token: "secret", fetch: (request) => server.fetch(request) };
  const open = async (place: AcpPlace) => {
    places.push(place);
    if (place.cwd === "/nowhere") throw new Error("There is no folder /nowhere.");
    return folder;
  };
  return { version: "1.2.3", places, store, folder, open };
}

async function begin(editor: Editor): Promise<string> {
  const { sessionId } = await editor.agent.request("session/new", { cwd: "/work", mcpServers: [] });
  return sessionId;
}

const prompt = (editor: Editor, sessionId: string, said: string) =>
  editor.agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: said }] });

const of = <K extends SessionUpdate["sessionUpdate"]>({ updates }: Editor, kind: K) =>
  updates.flatMap((one) => (one.sessionUpdate === kind ? [one as Extract<SessionUpdate, { sessionUpdate: K }>] : []));

const spoken = (editor: Editor) =>
  of(editor, "agent_message_chunk")
    .map(({ content }) => (content.type === "text" ? content.text : ""))
    .join("");

const statuses = (editor: Editor, id: string) =>
  of(editor, "tool_call_update").flatMap(({ toolCallId, status }) => (toolCallId === id && status ? [status] : []));

describe("a session of an editor", () => {
  it("runs prompts in a thread, and tells of text, calls and results as they come", async () => {
    const hosted = host([call("pay", { text: "5" }), { text: "It is paid." }]);
    const editor = await openEditor(hosted);
    const sessionId = await begin(editor);
    expect(await prompt(editor, sessionId, "pay 5")).toEqual({ stopReason: "end_turn" });
    expect(spoken(editor)).toBe("It is paid.");
    expect(of(editor, "tool_call")).toMatchObject([
      { toolCallId: "pay", name: "pay", status: "pending", kind: "other" },
    ]);
    expect(statuses(editor, "pay")).toEqual(["in_progress", "completed"]);
    expect(JSON.stringify(of(editor, "tool_call_update").at(-1))).toContain("paid 5");
    await expect.poll(() => of(editor, "session_info_update").at(-1)?.title).toBe("pay 5");
    await expect.poll(() => of(editor, "available_commands_update").length).toBe(1);
    expect(hosted.store.threads.get({ channel: "web", chatId: sessionId })?.status).toBe("idle");
  });

  it("puts what a person embeds into the message, and refuses what no model is sent", async () => {
    const hosted = host([{ text: "ok" }]);
    const editor = await openEditor(hosted);
    const sessionId = await begin(editor);
    await editor.agent.request("session/prompt", {
      sessionId,
      prompt: [
        { type: "text", text: "look" },
        { type: "resource_link", name: "a.ts", uri: "file:///work/a.ts" },
        { type: "resource", resource: { uri: "file:///work/b.ts", text: "let b;" } },
        { type: "image", data: "aGk=", mimeType: "image/png" },
      ],
    });
    const { messages } = await (
      await hosted.folder.fetch(
        new Request(`http://127.0.0.1/api/threads/${sessionId}`, { headers: { authorization: "Bearer secret" } }),
      )
    ).json();
    expect(messages[0].content).toEqual([
      { type: "text", text: "look" },
      { type: "text", text: "[@a.ts](file:///work/a.ts)" },
      { type: "text", text: '<file uri="file:///work/b.ts">\nlet b;\n</file>' },
      { type: "image", mediaType: "image/png", data: "aGk=" },
    ]);
    const audio = [{ type: "audio", data: "", mimeType: "audio/wav" } as const];
    await expect(editor.agent.request("session/prompt", { sessionId, prompt: audio })).rejects.toThrow(
      'cannot hold "audio"',
    );
    await expect(editor.agent.request("session/prompt", { sessionId, prompt: [] })).rejects.toThrow(
      "The prompt is empty.",
    );
  });

  it("shows a plan, and leaves out of it what was given up", async () => {
    const list = [
      { content: "look", status: "completed" },
      { content: "mend", status: "in_progress" },
      { content: "dance", status: "cancelled" },
    ];
    const editor = await openEditor(host([call("write_todos", { todos: list }), { text: "ok" }]));
    await prompt(editor, await begin(editor), "plan");
    expect(of(editor, "plan")).toMatchObject([
      {
        entries: [
          { content: "look", status: "completed", priority: "medium" },
          { content: "mend", status: "in_progress", priority: "medium" },
        ],
      },
    ]);
  });

  it("shows what a command prints as a terminal of its own, each chunk once", async () => {
    const capabilities = { _meta: { terminal_output: true } };
    const editor = await openEditor(host([call("bash", { command: "x" }), { text: "ok" }]), { capabilities });
    await prompt(editor, await begin(editor), "go");
    const metas = of(editor, "tool_call_update").flatMap(({ _meta: meta }) => (meta ? [meta] : []));
    expect(metas[0]).toEqual({ terminal_info: { terminal_id: "bash", cwd: "/work" } });
    expect(metas.at(-1)).toEqual({ terminal_exit: { terminal_id: "bash", exit_code: null, signal: null } });
    const printed = metas
      .map(({ terminal_output: output }) => (output === undefined ? "" : Object(output).data))
      .join("");
    expect(printed).toBe(Array.from({ length: 1_000 }, (_, line) => `x ${line}\r\n`).join(""));
    expect(of(editor, "tool_call_update").some(({ content }) => content?.[0]?.type === "terminal")).toBe(true);
  });

  it("shows an editor without terminals the end of what it prints, a few times", async () => {
    const editor = await openEditor(host([call("bash", { command: "x" }), { text: "ok" }]));
    await prompt(editor, await begin(editor), "go");
    const sizes = of(editor, "tool_call_update").map((update) => JSON.stringify(update).length);
    expect(Math.max(...sizes)).toBeLessThan(6_000);
    expect(sizes.length).toBeLessThan(100);
    expect(JSON.stringify(of(editor, "tool_call_update").at(-1))).toContain("printed");
  });

  it("is stopped by the editor, and says so", async () => {
    const editor = await openEditor(host([call("wait", {}), { text: "ok" }]));
    const sessionId = await begin(editor);
    const answered = prompt(editor, sessionId, "wait");
    await expect.poll(() => statuses(editor, "wait")).toEqual(["in_progress"]);
    await expect(prompt(editor, sessionId, "/undo")).rejects.toThrow("is answering a prompt");
    const more = prompt(editor, sessionId, "more");
    await editor.agent.notify("session/cancel", { sessionId });
    expect(await answered).toEqual({ stopReason: "cancelled" });
    expect(await more).toEqual({ stopReason: "cancelled" });
  });

  it("takes a second prompt into the run under way, and shows it where it is heard", async () => {
    const hosted = host([call("pay", { text: "x" }), { text: "Heard." }]);
    let allow = (_: string) => {};
    const answer = new Promise<string>((resolve) => {
      allow = resolve;
    });
    const editor = await openEditor(hosted, { answer: () => answer });
    const sessionId = await begin(editor);
    const answered = prompt(editor, sessionId, "pay");
    await expect.poll(() => editor.questions.length).toBe(1);
    const more = prompt(editor, sessionId, "and be quick");
    const steering = { sessionId, prompt: [{ type: "text", text: "and well" }] };
    const waiting = () => hosted.store.steers.list({ channel: "web", chatId: sessionId }).length;
    await expect.poll(waiting).toBe(1);
    expect(await editor.agent.request("_session/steering", steering)).toEqual({ outcome: "injected" });
    await expect(editor.agent.request("_session/steering", { sessionId })).rejects.toThrow("takes { sessionId");
    allow("once");
    expect(await answered).toEqual({ stopReason: "end_turn" });
    expect(await more).toEqual({ stopReason: "end_turn" });
    expect(of(editor, "user_message_chunk")).toMatchObject([
      { content: { type: "text", text: "and be quick" } },
      { content: { type: "text", text: "and well" } },
    ]);
  });

  it("says why a run failed", async () => {
    const editor = await openEditor(host([]));
    await expect(prompt(editor, await begin(editor), "hi")).rejects.toThrow(/script/i);
  });

  it("stops its runs when the editor leaves", async () => {
    const hosted = host([call("wait", {}), { text: "ok" }]);
    const editor = await openEditor(hosted);
    const sessionId = await begin(editor);
    prompt(editor, sessionId, "wait").catch(() => undefined);
    await expect.poll(() => statuses(editor, "wait")).toEqual(["in_progress"]);
    await editor.leave();
    await expect.poll(() => hosted.store.threads.get({ channel: "web", chatId: sessionId })?.status).toBe("idle");
  });
});

describe("a question in an editor", () => {
  const steps = [call("pay", { text: "5" }, "a"), call("pay", { text: "5" }, "b"), { text: "end" }];

  it.each([
    ["once", ["5", "5"], 2, "end_turn"],
    ["reject", [], 1, "end_turn"],
    ["cancelled", [], 1, "end_turn"],
    ["made up", [], 1, "end_turn"],
    ["never", [], 1, "end_turn"],
  ])("that is answered with %s runs %j", async (answer, paid, asked, stopReason) => {
    ran.length = 0;
    const editor = await openEditor(host(steps), { answer: () => answer });
    expect(await prompt(editor, await begin(editor), "pay")).toEqual({ stopReason });
    expect([ran, editor.questions.length]).toEqual([paid, asked]);
    expect(spoken(editor)).toBe({ once: "end", never: "end\n\nNothing was changed." }[answer] ?? "");
  });

  it("offers always where a rule can be saved, and saves it", async () => {
    const saved: string[] = [];
    const rules = {
      explain: async () => ["pay"],
      remember: async (said: readonly string[]) => void saved.push(...said),
    };
    const editor = await openEditor(host([call("pay", { text: "7" }), { text: "ok" }], { rules }), {
      answer: () => "always",
    });
    await prompt(editor, await begin(editor), "pay");
    expect(editor.questions[0]?.options).toEqual([
      { optionId: "once", name: "Yes, once", kind: "allow_once" },
      { optionId: "always", name: "Always: pay", kind: "allow_always" },
      { optionId: "reject", name: "No, and stop", kind: "reject_once" },
      { optionId: "never", name: "Not in this session; go on without it", kind: "reject_always" },
    ]);
    expect(saved).toEqual(["pay"]);
  });

  it("offers this session where its rules can be kept, and keeps them", async () => {
    const kept: string[] = [];
    const rules = {
      explain: async () => ["pay"],
      remember: async () => undefined,
      rememberForSession: async (said: readonly string[]) => void kept.push(...said),
    };
    const editor = await openEditor(host([call("pay", { text: "7" }), { text: "ok" }], { rules }), {
      answer: () => "session",
    });
    await prompt(editor, await begin(editor), "pay");
    expect(editor.questions[0]?.options).toContainEqual({
      optionId: "session",
      name: "In this session: pay",
      kind: "allow_always",
    });
    expect(kept).toEqual(["pay"]);
  });

  it("shows all of a call, spelled out", async () => {
    const hidden = "5\u202e\u200b\n```\n# pay 1\n```";
    const editor = await openEditor(host([call("pay", { text: hidden }), { text: "ok" }]));
    await prompt(editor, await begin(editor), "pay");
    const shown = JSON.stringify(editor.questions[0]?.toolCall.content);
    expect(shown).toContain("\\\\u{202e}\\\\u{200b}");
    expect(shown).toContain("````");
  });

  it("says how far the call gets, where the policy does", async () => {
    const reach = { files: "none", network: true, undo: false } as const;
    const policy = { decide: () => ({ verdict: "ask", reason: "It pays.", reach }) as const };
    const model = scripted([call("pay", { text: "8" }), { text: "ok" }], { name: "one" });
    const editor = await openEditor(host([], { config: () => ({ model, tools: [pay], logger: QUIET, policy }) }));
    await prompt(editor, await begin(editor), "pay");
    const shown = JSON.stringify(editor.questions[0]?.toolCall.content);
    expect(shown).toMatch(/It pays\..*It reaches the network, and cannot be undone\..*text: 8/);
  });

  it("is taken back when it is answered elsewhere", async () => {
    ran.length = 0;
    const hosted = host([call("pay", { text: "9" }), { text: "ok" }]);
    let isTakenBack = false;
    const editor = await openEditor(hosted, {
      answer: (_, signal) =>
        new Promise((resolve) =>
          signal.addEventListener("abort", () => {
            isTakenBack = true;
            resolve("cancelled");
          }),
        ),
    });
    const answered = prompt(editor, await begin(editor), "pay");
    await expect.poll(() => editor.questions.length).toBe(1);
    const [question] = hosted.store.approvals.list();
    await hosted.folder.fetch(
      new Request(`http://127.0.0.1/api/approvals/${question?.approvalId}`, {
        method: "POST",
        headers: { authorization: "Bearer secret", "content-type": "application/json" },
        body: '{"approve":true}',
      }),
    );
    expect(await answered).toEqual({ stopReason: "end_turn" });
    await expect.poll(() => isTakenBack).toBe(true);
    expect(ran).toEqual(["9"]);
  });

  it("of two at once comes after the other", async () => {
    ran.length = 0;
    const both = [call("pay", { text: "1" }, "a"), call("pay", { text: "2" }, "b")].flatMap(
      ({ toolCalls = [] }) => toolCalls,
    );
    let open = 0;
    let most = 0;
    const editor = await openEditor(host([{ toolCalls: both }, { text: "ok" }]), {
      async answer() {
        open += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => setTimeout(resolve, 20));
        open -= 1;
        return "once";
      },
    });
    await prompt(editor, await begin(editor), "pay");
    expect([most, ran.toSorted()]).toEqual([1, ["1", "2"]]);
  });
});

describe("the settings of a session", () => {
  it("are a mode and a model, chosen for its prompts", async () => {
    const chosen: object[] = [];
    const hosted = host([{ text: "a" }, { text: "b" }]);
    const model = scripted([{ text: "a" }, { text: "b" }]);
    const watching = host([], {
      config(_, choice) {
        chosen.push(choice);
        return { model, tools: [], logger: QUIET };
      },
    });
    expect(hosted.places).toEqual([]);
    const editor = await openEditor(watching);
    const { sessionId, modes, configOptions } = await editor.agent.request("session/new", {
      cwd: "/work",
      mcpServers: [],
    });
    expect(modes).toMatchObject({
      currentModeId: "default",
      availableModes: [{ id: "default" }, { id: "plan", name: "Plan only" }],
    });
    expect(configOptions?.map(({ id }) => id)).toEqual(["mode", "model"]);
    await editor.agent.request("session/set_mode", { sessionId, modeId: "plan" });
    const { configOptions: after } = await editor.agent.request("session/set_config_option", {
      sessionId,
      configId: "model",
      value: "two",
    });
    expect(after.map(({ currentValue }) => currentValue)).toEqual(["plan", "two"]);
    await prompt(editor, sessionId, "hi");
    expect(chosen).toEqual([{ model: "two", mode: "plan" }]);
    await expect(editor.agent.request("session/set_mode", { sessionId, modeId: "yolo" })).rejects.toThrow(
      'There is no mode "yolo"; there is default, plan.',
    );
    const unknown = { sessionId, configId: "__proto__", value: "x" };
    await expect(editor.agent.request("session/set_config_option", unknown)).rejects.toThrow('no option "__proto__"');
  });

  it("have an effort where the model takes one, which goes with that model", async () => {
    const chosen: object[] = [];
    const model = scripted(Array(3).fill({ text: "a" }));
    const hosted = host([], {
      efforts: (name) => (name === "two" ? ["low", "high"] : []),
      config: (_, choice) => {
        chosen.push(choice);
        return { model, tools: [], logger: QUIET };
      },
    });
    const editor = await openEditor(hosted);
    const { sessionId } = await editor.agent.request("session/new", { cwd: "/work", mcpServers: [] });
    const set = async (configId: string, value: string) => {
      const options = await editor.agent.request("session/set_config_option", { sessionId, configId, value });
      return options.configOptions.map((option) => [option.id, option.currentValue]);
    };
    await expect(set("effort", "high")).rejects.toThrow('There is no effort "high"; there is usual.');
    expect(await set("model", "two")).toContainEqual(["effort", "usual"]);
    expect(await set("effort", "high")).toContainEqual(["effort", "high"]);
    await prompt(editor, sessionId, "1");
    expect(await set("effort", "usual")).toContainEqual(["effort", "usual"]);
    await prompt(editor, sessionId, "2");
    await set("effort", "low");
    expect((await set("model", "one")).map(([id]) => id)).toEqual(["mode", "model"]);
    await prompt(editor, sessionId, "3");
    expect(chosen).toEqual([{ model: "two", effort: "high" }, { model: "two" }, { model: "one" }]);
  });

  it("take MCP servers as the editor writes them, but none that speaks SSE", async () => {
    const hosted = host([]);
    const editor = await openEditor(hosted);
    const mcpServers = [
      { name: "files", command: "npx", args: ["files"], env: [{ name: "A", value: "b" }] },
      { type: "http", name: "web", url: "https://mcp.example/", headers: [{ name: "X", value: "y" }] } as const,
    ];
    await editor.agent.request("session/new", { cwd: "/work", mcpServers });
    expect(hosted.places).toEqual([
      {
        cwd: "/work",
        mcpServers: {
          files: { command: "npx", args: ["files"], env: { A: "b" } },
          web: { url: "https://mcp.example/", headers: { X: "y" } },
        },
      },
    ]);
    const sse = [{ type: "sse", name: "old", url: "https://mcp.example/", headers: [] } as const];
    await expect(editor.agent.request("session/new", { cwd: "/work", mcpServers: sse })).rejects.toThrow("speaks SSE");
  });

  it.each([
    [{ cwd: "work", mcpServers: [] }, "absolute"],
    [{ cwd: "/work", mcpServers: [], additionalDirectories: ["/other"] }, "one folder"],
    [{ cwd: "/nowhere", mcpServers: [] }, "There is no folder /nowhere."],
  ])("refuse %j", async (place, message) => {
    const editor = await openEditor(host([]));
    await expect(editor.agent.request("session/new", place)).rejects.toThrow(message);
  });
});

describe("sessions of an earlier time", () => {
  it("are listed, loaded with all that was said, resumed without it, and deleted", async () => {
    const hosted = host([call("pay", { text: "5" }), { text: "It is paid." }, { text: "Again." }]);
    const first = await openEditor(hosted);
    const sessionId = await begin(first);
    await first.agent.request("session/set_mode", { sessionId, modeId: "plan" });
    await prompt(first, sessionId, "pay 5");
    await first.leave();

    const editor = await openEditor(hosted);
    const { sessions } = await editor.agent.request("session/list", { cwd: "/work" });
    expect(sessions).toMatchObject([{ sessionId, cwd: "/work", title: "pay 5" }]);
    const place: LoadSessionRequest = { sessionId, cwd: "/work", mcpServers: [] };
    const { modes } = await editor.agent.request("session/load", place);
    expect(modes?.currentModeId).toBe("plan");
    expect(of(editor, "user_message_chunk")).toMatchObject([{ content: { text: "pay 5" } }]);
    expect(of(editor, "tool_call")).toMatchObject([
      { toolCallId: "pay", status: "completed", rawInput: { text: "5" } },
    ]);
    expect(spoken(editor)).toBe("It is paid.");
    expect(await prompt(editor, sessionId, "again")).toEqual({ stopReason: "end_turn" });

    const third = await openEditor(hosted);
    await third.agent.request("session/resume", place);
    await expect.poll(() => of(third, "available_commands_update").length).toBe(1);
    expect(of(third, "user_message_chunk")).toEqual([]);
    await third.agent.request("session/delete", { sessionId });
    await expect(third.agent.request("session/load", place)).rejects.toThrow("There is no such thread.");
    await expect(prompt(third, sessionId, "x")).rejects.toThrow("There is no such session");
  });

  it("are loaded with all steps of a run that is longer than a page, in their order", async () => {
    const hosted = host([{ text: "Hello." }]);
    const first = await openEditor(hosted);
    const sessionId = await begin(first);
    await prompt(first, sessionId, "hello");
    const { conversation } = hosted.store.threads.list({ channel: "web" }).threads[0] ?? {};
    if (conversation === undefined) throw new Error("There is no thread.");
    const activity = new ActivityStream(hosted.store.journal(conversation));
    const run = { runId: "long" };
    await activity.sync();
    const begun = [activity.emit("run_start", { input: [{ role: "user", content: "Go." }], model: "m" }, run)];
    for (let step = 0; step < 400; step += 1) {
      const message = { role: "assistant", content: `${step} ` } as const;
      begun.push(activity.emit("step_start", { step, activeTools: [] }, run));
      begun.push(activity.emit("assistant_message", { message, finishReason: "stop" }, run));
      begun.push(activity.emit("step_end", { step }, run));
    }
    const usage = { inputTokens: 1, outputTokens: 1 };
    begun.push(activity.emit("done", { stopReason: "stop", iterations: 400, usage }, run));
    await Promise.all(begun);
    const editor = await openEditor(hosted);
    await editor.agent.request("session/load", { sessionId, cwd: "/work", mcpServers: [] });
    expect(of(editor, "user_message_chunk")).toMatchObject([
      { content: { text: "hello" } },
      { content: { text: "Go." } },
    ]);
    const words = Array.from({ length: 400 }, (_, step) => `${step} `).join("");
    expect(spoken(editor).replaceAll("\n", "")).toBe(`Hello.${words}`);
  });

  it("say again that nothing was changed", async () => {
    const hosted = host([call("pay", { nothing: "5" }), { text: "It is paid." }]);
    const first = await openEditor(hosted);
    const sessionId = await begin(first);
    await prompt(first, sessionId, "pay 5");
    const editor = await openEditor(hosted);
    await editor.agent.request("session/load", { sessionId, cwd: "/work", mcpServers: [] });
    expect(spoken(first)).toBe("It is paid.\n\nNothing was changed.");
    expect(spoken(editor)).toBe(spoken(first));
  });

  it("ask again what was left unanswered", async () => {
    ran.length = 0;
    const hosted = host([call("pay", { text: "5" }), { text: "It is paid." }]);
    const begun = await hosted.folder.fetch(
      new Request("http://127.0.0.1/api/chat", {
        method: "POST",
        headers: { authorization: "Bearer secret", "content-type": "application/json" },
        body: '{"message":"pay 5"}',
      }),
    );
    const sessionId = begun.headers.get("x-toolwright-thread") ?? "";
    await expect.poll(() => hosted.store.approvals.list().length).toBe(1);
    const editor = await openEditor(hosted);
    await editor.agent.request("session/load", { sessionId, cwd: "/work", mcpServers: [] });
    await expect.poll(() => spoken(editor)).toBe("It is paid.");
    expect([ran, editor.questions.length]).toEqual([["5"], 1]);
    await begun.body?.cancel();
  });
});

describe("a slash command", () => {
  it("takes back what a prompt changed, and the undo of it", async () => {
    const reversals: object[] = [];
    let isUndone = false;
    const undo: Agent["undo"] = {
      turns: async () => [{ runId: "r1", files: [{ path: "a.ts", change: "modified" }], isUndone }],
      async reverse({ kind, runId }) {
        reversals.push({ kind, runId });
        isUndone = kind === "undo";
        return { lines: [`${kind} of a.ts`], done: true, conflicts: [] };
      },
    };
    const editor = await openEditor(host([], { undo }));
    const sessionId = await begin(editor);
    for (const said of ["/undo", "/undo", "/redo"]) await prompt(editor, sessionId, said);
    expect(spoken(editor)).toBe("undo of a.tsThere is nothing to undo.redo of a.ts");
    expect(reversals).toEqual([{ kind: "undo", runId: "r1" }, { kind: "redo" }]);
  });
});

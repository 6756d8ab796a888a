import type { Conversation, Tool } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import type { Agent, RunChoice } from "@toolwright/server";
import { describe, expect, it } from "vitest";
import { askingTool, echoTool, QUIET, startTestServer, type TestServer } from "./support/test-server.ts";

const modes = ["default", "plan"];
const tools: readonly Tool[] = [echoTool, askingTool([])];
const asking = { toolCalls: [{ id: "a", name: "deploy", arguments: { to: "prod" } }] };

/** An agent with two models, which notes what was chosen. */
function choosing(chosen: RunChoice[], steps: readonly object[] = [{ text: "ok" }]): Partial<Agent> {
  const models = new Map(["one", "two"].map((name) => [name, scripted(Array(4).fill(steps).flat(), { name })]));
  return {
    model: "one",
    models: ["one", "two"],
    modes,
    tools,
    workspace: "notes",
    config(_: Conversation, choice) {
      chosen.push(choice);
      return { model: models.get(choice.model ?? "one") ?? scripted([]), tools, logger: QUIET };
    },
  };
}

async function say({ send }: TestServer, body: object): Promise<string> {
  const response = await send("/api/chat", { body });
  expect(response.status).toBe(200);
  await response.text();
  return response.headers.get("x-toolwright-thread") ?? "";
}

async function starts({ send }: TestServer, id: string): Promise<{ model: string }[]> {
  const { events } = await (await send(`/api/threads/${id}/events`)).json();
  return events.flatMap((event: { type: string; data: { model: string } }) =>
    event.type === "run_start" ? [event.data] : [],
  );
}

describe("GET /api/info", () => {
  it("tells what can be chosen, and what the agent can do", async () => {
    const undo = { turns: async () => [], reverse: async () => undefined };
    const { send } = await startTestServer({ agent: { ...choosing([]), undo } });
    expect(await (await send("/api/info")).json()).toEqual({
      model: "one",
      models: ["one", "two"],
      modes: ["default", "plan"],
      notice: null,
      tools: [
        { name: "echo", description: "Says it again.", effects: "read" },
        { name: "deploy", description: "Deploys.", effects: "external" },
      ],
      undo: true,
      files: false,
      rules: false,
      workspace: "notes",
    });
  });

  it("offers one model and no tools where the agent offers nothing", async () => {
    const { send } = await startTestServer();
    const info = await (await send("/api/info")).json();
    expect(info).toEqual({
      model: "script:test",
      models: ["script:test"],
      modes: [],
      notice: null,
      tools: [],
      files: false,
      rules: false,
      undo: false,
    });
    for (const body of [
      { message: "x", model: "other" },
      { message: "x", mode: "default" },
      { message: "x", activeTools: ["echo"] },
    ]) {
      expect((await send("/api/chat", { body })).status).toBe(400);
    }
  });
});

describe("a choice of model and tools", () => {
  it("is for this message and those after it, until another one is made", async () => {
    const chosen: RunChoice[] = [];
    const server = await startTestServer({ agent: choosing(chosen) });
    const threadId = await say(server, { message: "1", model: "two", mode: "plan", activeTools: ["echo"] });
    await say(server, { threadId, message: "2" });
    await say(server, { threadId, message: "3", model: null });
    const thread = async () => (await (await server.send(`/api/threads/${threadId}`)).json()).choice;
    expect(await thread()).toEqual({ mode: "plan", activeTools: ["echo"] });
    await say(server, { threadId, message: "4", mode: null, activeTools: null });
    expect(await thread()).toEqual({});
    const all = { model: "two", mode: "plan", activeTools: ["echo"] };
    expect(chosen).toEqual([all, all, { mode: "plan", activeTools: ["echo"] }, {}]);
    expect((await starts(server, threadId)).map(({ model }) => model)).toEqual(["two", "two", "one", "one"]);
  });

  it("takes tools away from a model, whatever the agent does with it", async () => {
    const ran: string[] = [];
    const steps = [asking, { text: "ok" }];
    const deploy = askingTool(ran);
    const server = await startTestServer({ steps, tools: [echoTool, deploy], agent: { tools: [echoTool, deploy] } });
    const threadId = await say(server, { message: "go", activeTools: ["echo"] });
    const { messages } = await (await server.send(`/api/threads/${threadId}`)).json();
    expect(messages[1].parts[0]).toMatchObject({ toolName: "deploy", isError: true, code: "unknown_tool" });
    expect(ran).toEqual([]);
  });

  it.each([
    [{ model: "three" }, 'There is no model "three" here.'],
    [{ mode: "yolo" }, 'There is no mode "yolo" here.'],
    [{ mode: 3 }, expect.stringContaining('"mode"')],
    [{ model: 3 }, expect.stringContaining('"model"')],
    [{ activeTools: ["echo", "rm"] }, 'There is no tool "rm" to choose here.'],
    [{ activeTools: "echo" }, expect.stringContaining('"activeTools"')],
    [{ activeTools: ["__proto__"] }, 'There is no tool "__proto__" to choose here.'],
  ])("is refused when it is %j, and nothing runs", async (choice, error) => {
    const chosen: RunChoice[] = [];
    const { send, store } = await startTestServer({ agent: choosing(chosen) });
    const response = await send("/api/chat", { body: { message: "x", ...choice } });
    expect([response.status, await response.json()]).toEqual([400, { error }]);
    expect(chosen).toEqual([]);
    expect(store.threads.list({ channel: "web" }).threads).toEqual([]);
  });

  it("holds for a run that another server takes up, and is dropped where it is no longer offered", async () => {
    const first = await startTestServer({ agent: choosing([], [asking, { text: "ok" }]) });
    const response = await first.send("/api/chat", { body: { message: "go", model: "two", activeTools: ["deploy"] } });
    const threadId = response.headers.get("x-toolwright-thread") ?? "";
    await expect.poll(() => first.store.approvals.list().length).toBe(1);
    await first.close();
    await response.text().catch(() => "");

    const chosen: RunChoice[] = [];
    const second = await startTestServer({ agent: choosing(chosen), file: first.file });
    await expect.poll(() => chosen).toEqual([{ model: "two", activeTools: ["deploy"] }]);
    const [question] = second.store.approvals.list();
    await second.send(`/api/approvals/${question?.approvalId}`, { body: { approve: true } });
    await expect.poll(() => second.store.threads.get({ channel: "web", chatId: threadId })?.status).toBe("idle");
    await second.close();

    const third = await startTestServer({ file: first.file, agent: { tools } });
    await say(third, { threadId, message: "on" });
    expect((await (await third.send(`/api/threads/${threadId}`)).json()).choice).toEqual({ activeTools: ["deploy"] });
  });
});

describe("a choice of effort", () => {
  const efforts = (model: string) => (model === "two" ? ["low", "high"] : []);
  /** What the model was asked with. */
  function thinking() {
    const two = scripted(Array(4).fill({ text: "ok" }), { name: "two" });
    const one = scripted(Array(4).fill({ text: "ok" }), { name: "one" });
    const config: Agent["config"] = (_, { model }) => ({
      model: model === "two" ? two : one,
      tools,
      logger: QUIET,
      llmOptions: { top_p: 0.5 },
    });
    return { two, one, agent: { ...choosing([]), efforts, config } };
  }

  it("is told by model, and goes to the model until another one is made", async () => {
    const { agent, two } = thinking();
    const server = await startTestServer({ agent });
    expect((await (await server.send("/api/info")).json()).efforts).toEqual({ two: ["low", "high"] });
    const threadId = await say(server, { message: "1", model: "two", effort: "high" });
    await say(server, { threadId, message: "2" });
    await say(server, { threadId, message: "3", effort: "low" });
    expect((await (await server.send(`/api/threads/${threadId}`)).json()).choice).toMatchObject({ effort: "low" });
    await say(server, { threadId, message: "4", effort: null });
    const asked = two.requests.map(({ options }) => options);
    expect(asked).toEqual([
      { top_p: 0.5, reasoning_effort: "high" },
      { top_p: 0.5, reasoning_effort: "high" },
      { top_p: 0.5, reasoning_effort: "low" },
      { top_p: 0.5 },
    ]);
  });

  it("goes with its model, and is refused by name for one that does not take it", async () => {
    const { agent, one } = thinking();
    const server = await startTestServer({ agent });
    const threadId = await say(server, { message: "1", model: "two", effort: "high" });
    const refused = async (body: object) => {
      const response = await server.send("/api/chat", { body: { message: "x", ...body } });
      return [response.status, (await response.json()).error];
    };
    expect(await refused({ threadId, effort: "xhigh" })).toEqual([
      400,
      'The model two takes no effort "xhigh": it takes low, high.',
    ]);
    const none = 'The model one takes no effort "low": it has no effort to choose.';
    expect(await refused({ threadId, model: "one", effort: "low" })).toEqual([400, none]);
    expect(await refused({ effort: "low" })).toEqual([400, none]);
    await say(server, { threadId, message: "2", model: null });
    expect(one.requests.map(({ options }) => options)).toEqual([{ top_p: 0.5 }]);
    expect((await (await server.send(`/api/threads/${threadId}`)).json()).choice).toEqual({});
  });
});

describe("the models of OpenAI's endpoint", () => {
  it("are all listed, and the one that is named answers; another name gets the usual one, which is named", async () => {
    const chosen: RunChoice[] = [];
    const { send } = await startTestServer({ agent: choosing(chosen) });
    const { data } = await (await send("/v1/models")).json();
    expect(data.map(({ id }: { id: string }) => id)).toEqual(["one", "one/plain", "two", "two/plain"]);
    const answered = async (model: string) => {
      const body = { model, messages: [{ role: "user", content: "hi" }] };
      return (await (await send("/v1/chat/completions", { body })).json()).model;
    };
    expect([await answered("two"), await answered("gpt-4o")]).toEqual(["two", "one"]);
    expect(chosen.map(({ model }) => model)).toEqual(["two", "one"]);
  });
});

describe("PATCH /api/threads/:id", () => {
  it("gives a thread another title", async () => {
    const { send, store } = await startTestServer();
    const { id } = await (await send("/api/threads", { body: { title: "one" } })).json();
    const patch = (path: string, body: unknown) =>
      send(`/api/threads/${path}`, { method: "PATCH", body }).then(async (response) => [
        response.status,
        await response.json(),
      ]);
    expect(await patch(id, { title: " two\nlines " })).toEqual([
      200,
      expect.objectContaining({ id, title: "two lines" }),
    ]);
    expect(store.threads.get({ channel: "web", chatId: id })?.title).toBe("two lines");
    expect(await patch("nowhere", { title: "x" })).toEqual([404, { error: "There is no such thread." }]);
    expect(await patch(id, {})).toEqual([
      400,
      { error: expect.stringMatching(/^The body must be \{ title\?, pinned\?, archived\? \}/) },
    ]);
  });
});

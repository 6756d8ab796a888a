import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTool, type Message, type ModelPort, runToolLoop } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { createFolderAgent, type FolderAgentOptions } from "./folder-agent.ts";

interface Call {
  readonly name: string;
  readonly arguments: object;
}

/** A model that makes these calls, a step each, and then says that it is done. */
function calling(...calls: readonly Call[]): ModelPort {
  let step = 0;
  return {
    name: "calling",
    completionStream() {
      const call = calls[step];
      step += 1;
      const asked = call && {
        id: `c${step}`,
        type: "function" as const,
        function: { name: call.name, arguments: JSON.stringify(call.arguments) },
      };
      return {
        stream: (async function* () {})(),
        final: Promise.resolve(
          asked === undefined
            ? { message: { role: "assistant", content: "done" }, model: "calling", finishReason: "stop" }
            : {
                message: { role: "assistant", content: "", tool_calls: [asked] },
                model: "calling",
                finishReason: "tool_calls",
                toolCalls: [asked],
              },
        ),
      };
    },
  };
}

async function folder(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "folder-agent-"));
  await mkdir(join(root, "work"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, "work", name), text);
  return root;
}

async function agentIn(root: string, options: Partial<FolderAgentOptions> = {}) {
  const agent = await createFolderAgent({
    root: join(root, "work"),
    home: root,
    stateDirectory: join(root, "state"),
    ...options,
  });
  onTestFinished(() => agent.close());
  return agent;
}

const answers = (messages: readonly Message[]) =>
  messages.flatMap((one) => (one.role === "tool" ? [String(one.content)] : []));

describe("createFolderAgent", () => {
  it("says of secrets that are no secrets what they have to be, when it is made", async () => {
    const made = createFolderAgent({ root: ".", secrets: ["hunter22"] as never });
    await expect(made).rejects.toThrow('an array of secrets: [secret("NAME", value)]');
  });

  it("lets a command run that the policy allows, and asks nobody about it", async () => {
    const agent = await agentIn(await folder(), { sandbox: "off", policies: { allow: ["Bash(make:*)"] } });
    const model = calling(
      { name: "bash", arguments: { command: "make --version" } },
      { name: "bash", arguments: { command: "touch x" } },
    );
    const { messages } = await agent.open({ model }).run("go");
    const [made, refused] = answers(messages);
    expect(made).not.toContain("approval_denied");
    expect(refused).toMatch(/^Error \[approval_denied\]/);
  });

  it("shows a denied file in no tool", async () => {
    const root = await folder({ "notes.md": "needle", "private.md": "needle in private" });
    const agent = await agentIn(root, { policies: { deny: ["Read(private.md)"] } });
    const model = calling(
      { name: "grep", arguments: { pattern: "needle" } },
      { name: "glob", arguments: { pattern: "**/*.md" } },
      { name: "read", arguments: { file_paths: ["private.md"] } },
      { name: "bash", arguments: { command: "cat private.md" } },
    );
    const { messages } = await agent.open({ model }).run("look");
    const said = answers(messages).join("\n");
    expect(said).toContain("notes.md");
    expect(said).not.toContain("in private");
  });

  it("edits a text that stands in an unread file once, where reading that would not be asked about", async () => {
    const edit = { file_path: "a.txt", old_string: "one", new_string: "two" };
    const edited = async (files: Readonly<Record<string, string>>, ask: readonly string[] = []) => {
      const agent = await agentIn(await folder(files), {
        policies: { ask },
        approver: { approve: async ({ approvalId }) => ({ approvalId, approve: true }) },
      });
      const { messages } = await agent.open({ model: calling({ name: "edit", arguments: edit }) }).run("edit it");
      return answers(messages)[0];
    };
    expect(await edited({ "a.txt": "one\n" })).toContain("1 replacement");
    expect(await edited({ "a.txt": "one\none\n" })).toContain("NOT_READ a.txt was not read");
    expect(await edited({ "a.txt": "one\n" }, ["Read(a.txt)"])).toContain("NOT_READ Read a.txt before editing it.");
  });

  it("goes on with what it has seen and said, and takes its changes back", async () => {
    const root = await folder({ "a.txt": "one\n" });
    const agent = await agentIn(root, {
      approver: { approve: async ({ approvalId }) => ({ approvalId, approve: true }) },
    });
    const model = calling({ name: "read", arguments: { file_paths: ["a.txt"] } });
    const chat = agent.open({ model });
    await chat.run("read it");
    const blind = { file_path: "a.txt", content: "two" };
    const next = agent.open({ model: calling({ name: "write", arguments: blind }), conversation: chat.conversation });
    const [refused] = answers((await next.run("replace it")).messages);
    expect(refused).toContain("NOT_READ a.txt was not read before overwriting it");
    expect(chat.history.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool", "assistant"]);

    const write = calling({ name: "write", arguments: { file_path: "b.txt", content: "new" } });
    await agent.open({ model: write }).run("write");
    expect(await readFile(join(root, "work/b.txt"), "utf8")).toBe("new");
    const [undone] = await agent.undo();
    expect(undone?.outcome.ok).toBe(true);
    await expect(readFile(join(root, "work/b.txt"), "utf8")).rejects.toThrow("ENOENT");
    await agent.redo();
    expect(await readFile(join(root, "work/b.txt"), "utf8")).toBe("new");
  });

  it("takes the conversation back with the files, as a fork that knows nothing of what was undone", async () => {
    const root = await folder();
    const agent = await agentIn(root, {
      approver: { approve: async ({ approvalId }) => ({ approvalId, approve: true }) },
    });
    const write = (content: string, file_path = "a.txt") => ({
      toolCalls: [{ name: "write", arguments: { file_path, content } }],
    });
    const steps = [
      { text: "hello" },
      write("one\n"),
      { text: "wrote one" },
      write("x\n", "b.txt"),
      { text: "wrote b" },
    ];
    const chat = agent.open({ model: scripted([...steps, { text: "again" }, { text: "and again" }]) });
    for (const request of ["hi", "write one", "write b", "thanks"]) await chat.run(request);
    const whole = chat.history;
    const { reversed, fork } = await chat.undo(2);
    expect(reversed.map(({ outcome }) => outcome.ok)).toEqual([true, true]);
    expect(fork?.history.map(({ role, content }) => [role, content]).slice(1)).toEqual([
      ["user", "hi"],
      ["assistant", "hello"],
    ]);
    expect(fork?.conversation).toEqual(chat.conversation);
    expect(chat.history).toEqual(whole);
    await fork?.run("write one differently");
    expect(fork?.history).toHaveLength(5);
    expect((await agent.redo(2)).map(({ outcome }) => outcome.ok)).toEqual([true, true]);
    expect((await fork?.undo())?.fork).toBeUndefined();
    await writeFile(join(root, "work/a.txt"), "mine\n");
    expect(await chat.undo()).not.toHaveProperty("fork");
  });

  it("gives its configuration to a loop of one's own, and streams", async () => {
    const agent = await agentIn(await folder({ "a.txt": "one\n" }));
    const model = calling({ name: "ls", arguments: {} });
    const { config } = agent.open();
    const { messages } = await runToolLoop({ ...config, model }, [{ role: "user", content: "list" }]);
    expect(answers(messages)[0]).toContain("a.txt");
    const types: string[] = [];
    const { events, final } = agent.open({ model: calling() }).stream("hello");
    for await (const { type } of events) types.push(type);
    expect([types.at(-1), (await final).stopReason]).toEqual(["done", "stop"]);
  });

  it("gives the final answer as data, in the form that a request asks for", async () => {
    const output = z.object({ files: z.array(z.string()) });
    const model = scripted([{ text: "Only a.txt." }, { text: '{"files":["a.txt"]}' }]);
    const agent = await agentIn(await folder({ "a.txt": "one\n" }), { model });
    const result = await agent.run("Which files?", { output });
    expect([result.output?.files, result.iterations]).toEqual([["a.txt"], 2]);
  });

  it("masks secrets, and runs no command twice under two names", async () => {
    const agent = await agentIn(await folder({ "a.txt": "token: hunter2-hunter2\n" }), {
      secrets: [{ name: "TOKEN", value: "hunter2-hunter2" }],
      tools: [],
    });
    const { messages } = await agent
      .open({ model: calling({ name: "read", arguments: { file_paths: ["a.txt"] } }) })
      .run("read");
    expect(answers(messages)[0]).toContain("[secret:TOKEN]");
  });

  it.each([
    [{ policies: { denied: [] } }, /policies: The policy has an unknown key "denied"/],
    [{ policy: {} }, 'createFolderAgent: there is no option "policy"; did you mean policies?'],
    [
      { sandbox: "on" },
      /sandbox must be "off" or "read-only" or "workspace-write", or an object, or a function, got "on"/,
    ],
    [{ mode: "yolo" }, /mode must be "default" or/],
    [{ model: "gpt-5" }, /model must be a ModelPort, such as createOpenAiCompatibleModel.*got "gpt-5"/],
    [{ undo: "all" }, /undo must be true or false or "commands" or "edits"/],
    [{ root: undefined }, "createFolderAgent: root is missing; it must be a string."],
  ])("refuses %o", async (options, message) => {
    const root = await folder();
    await expect(
      Reflect.apply(createFolderAgent, undefined, [{ root: join(root, "work"), ...options }]),
    ).rejects.toThrow(message);
  });

  it("says what holds the commands of its own bash, and of no other tool", async () => {
    const policy = { mode: "read-only", network: false, gitWrites: false } as const;
    const sandbox = async () => ({ kind: "bubblewrap", policy, prepare: async () => expect.fail() }) as const;
    const root = await folder();
    const held = async (options: Partial<FolderAgentOptions>, name = "bash") => {
      const agent = await agentIn(root, options);
      const tool = agent.tools.get(name) ?? expect.fail();
      return agent.held(tool);
    };
    expect(await held({ sandbox })).toEqual(policy);
    expect(await held({ sandbox: "off" })).toBe(null);
    expect(await held({ sandbox }, "web_fetch")).toBeUndefined();
    const own = defineTool({ name: "bash", description: "x", input: z.object({}), execute: () => "" });
    expect(await held({ sandbox, tools: [own] })).toBeUndefined();
    expect(await held({ sandbox, standardTools: { bash: { sandbox: "off" } } })).toBeUndefined();
    const agent = await agentIn(root, { sandbox });
    agent.tools.register(own);
    expect(await agent.held(own)).toBeUndefined();
  });

  it("asks about commands that its sandbox does not hold, though it has one", async () => {
    const policy = { mode: "workspace-write", network: false, gitWrites: false } as const;
    const sandbox = async () => ({ kind: "bubblewrap", policy, prepare: async () => expect.fail() }) as const;
    const agent = await agentIn(await folder(), { sandbox, standardTools: { bash: { sandbox: "off" } } });
    const call = { name: "bash", arguments: { command: "unknown-program > made" } };
    const { messages } = await agent.open({ model: calling(call) }).run("go");
    expect(answers(messages)[0]).toContain("needs approval");
  });

  it("says that it has no model", async () => {
    const agent = await agentIn(await folder());
    await expect(agent.run("x")).rejects.toThrow("This agent has no model: createFolderAgent({ root, model })");
  });
});

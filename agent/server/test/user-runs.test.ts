import { setTimeout as pause } from "node:timers/promises";
import { createAgentServer, type Principal, type RunUser } from "@toolwright/server";
import { openStore } from "@toolwright/store";
import { describe, expect, it } from "vitest";
import { databaseFile, QUIET } from "./support/test-server.ts";
import { partsFor, saidModel, saidTools, startUsersServer, USERS, type UsersServer } from "./support/users-server.ts";

const { alice, bob } = USERS;

/** What the model of a thread has said last. */
async function lastOf({ as }: UsersServer, user: string, threadId: string): Promise<string> {
  const { messages } = await (await as(user).send(`/api/threads/${threadId}`)).json();
  return JSON.stringify(messages.at(-1));
}

describe("runs of users", () => {
  it("hand their tools what authenticating the request gave, and tell the agent whose they are", async () => {
    const asked: (RunUser | undefined)[] = [];
    const server = await startUsersServer({
      deps: { [alice]: { token: "alices" } },
      agent: {
        config(_, __, user) {
          asked.push(user);
          return { model: saidModel, tools: saidTools, logger: QUIET, deps: { shared: 1 } };
        },
      },
    });
    const [alices, bobs] = [await server.as(alice).say("whose"), await server.as(bob).say("whose")];
    expect(await lastOf(server, alice, alices)).toContain(String.raw`with {\"shared\":1,\"token\":\"alices\"}`);
    expect(await lastOf(server, bob, bobs)).toContain(String.raw`with {\"shared\":1}`);
    expect(asked).toEqual([
      { user: "alice", channel: "shop", deps: { token: "alices" } },
      { user: "bob", channel: "shop" },
    ]);
  });

  it("wait after a restart for a request of their user, where their tools need what it brings", async () => {
    const file = databaseFile();
    const deps = { [alice]: { token: "old" } };
    const first = await startUsersServer({ file, deps });
    const [alices, bobs] = ["deploy whose", "deploy it"].map((words, n) => {
      const sender = first.as(n === 0 ? alice : bob);
      void sender.say(words).catch(() => undefined);
      return sender.asked();
    });
    const [asked, other] = [await alices, await bobs];
    await first.close();
    const second = await startUsersServer({ file, deps: { [alice]: { token: "new" } } });
    const statusOf = async (threadId = "") => second.store.threads.get({ channel: "shop", chatId: threadId })?.status;
    // Nobody asks for these: the answers are stored by a program.
    for (const question of [asked, other]) await second.store.decide(question?.approvalId ?? "", { approve: true });
    await expect.poll(() => statusOf(other?.threadId)).toBe("idle");
    await pause(700);
    expect(await statusOf(asked?.threadId)).toBe("interrupted");
    expect((await second.as(alice).send("/api/threads")).status).toBe(200);
    await expect.poll(() => statusOf(asked?.threadId)).toBe("idle");
    expect(await lastOf(second, alice, asked?.threadId ?? "")).toContain(String.raw`with {\"token\":\"new\"}`);
  });

  it("are answered by whoever may answer their tools, and nothing is used up by others", async () => {
    const remembered: string[] = [];
    const server = await startUsersServer({
      may: { [alice]: { approve: ["deploy"] }, [bob]: {} },
      agent: {
        ...partsFor(
          () => false,
          () => "",
        ),
        rules: {
          explain: async ({ toolName }) => [`${toolName}(*)`],
          remember: async (rules) => void remembered.push(...rules),
          rememberForSession: async (rules) => void remembered.push(...rules.map((rule) => `session ${rule}`)),
        },
      },
    });
    const decide = async (user: string, id: string, body: object) =>
      (await server.as(user).send(`/api/approvals/${id}`, { body: { approve: true, ...body } })).status;
    void server.as(alice).say("deploy and publish");
    await expect.poll(() => server.store.approvals.list().length).toBe(2);
    const idOf = (tool: string) =>
      server.store.approvals.list().find(({ toolName }) => toolName === tool)?.approvalId ?? "";
    const [deploy, publish] = [idOf("deploy"), idOf("publish")];
    expect(await decide(alice, publish, {})).toBe(403);
    expect(await decide(alice, publish, { approve: false })).toBe(403);
    expect(await decide(alice, deploy, { also: [publish] })).toBe(403);
    expect(await decide(alice, deploy, { also: [{ approvalId: publish }] })).toBe(403);
    for (const always of [true, "session"]) expect(await decide(alice, deploy, { always })).toBe(403);
    expect(server.store.approvals.list()).toHaveLength(2);
    expect(server.store.approvals.audit()).toEqual([]);
    expect(await decide(alice, deploy, {})).toBe(200);
    // Who may answer everything still does not change what all users share.
    void server.as(bob).say("deploy");
    const { approvalId } = await server.as(bob).asked();
    const { approvals } = await (await server.as(bob).send("/api/approvals")).json();
    expect(approvals).toMatchObject([{ approvalId, always: [], neverAlways: expect.stringContaining("all users") }]);
    expect(approvals[0]).not.toHaveProperty("owner");
    expect(await decide(bob, approvalId, { always: true })).toBe(403);
    expect(await decide(bob, approvalId, { always: "session" })).toBe(200);
    expect(remembered).toEqual(["session deploy(*)"]);
  });

  it("leave a record of who allowed what, which each user reads for themselves, and those who may configure for all", async () => {
    const admin = "office/eve";
    const server = await startUsersServer({
      may: { [alice]: {}, [bob]: {}, [admin]: { configure: true } },
      agent: partsFor(
        () => false,
        () => "",
      ),
    });
    const answers: string[] = [];
    for (const [user, body] of [
      [alice, { approve: true, always: "session" }],
      [bob, { approve: false, reason: "not now" }],
    ] as const) {
      const said = server.as(user).say("deploy");
      const { approvalId, threadId } = await server.as(user).asked();
      expect((await server.as(user).send(`/api/approvals/${approvalId}`, { body })).status).toBe(200);
      answers.push(await said);
      if (user === bob) await server.as(user).send(`/api/threads/${threadId}`, { method: "DELETE" });
    }
    const auditOf = async (user: string) => {
      const response = await server.as(user).send("/api/audit");
      expect(response.headers.get("content-type")).toContain("ndjson");
      return (await response.text())
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line));
    };
    const told = {
      time: expect.any(Number),
      approvalId: expect.any(String),
      toolCallId: expect.any(String),
      toolName: "deploy",
    };
    const [alices, bobs] = [
      {
        ...told,
        threadId: answers[0],
        approve: true,
        rules: ["deploy(*)"],
        askedOf: { channel: "shop", user: "alice" },
        decidedBy: "alice",
      },
      { ...told, threadId: answers[1], approve: false, askedOf: { channel: "shop", user: "bob" }, decidedBy: "bob" },
    ];
    expect(await auditOf(alice)).toEqual([alices]);
    expect(await auditOf(bob)).toEqual([bobs]);
    expect(await auditOf(admin)).toEqual([bobs, alices]);
    expect(JSON.stringify(await auditOf(admin))).not.toContain("not now");
  });

  it("count against the limits of their own user", async () => {
    const limits = { requestBurst: 40, requestsPerSecond: 0, userStreams: 2, userRuns: 1 };
    const server = await startUsersServer({ server: { limits } });
    void server.as(alice).say("deploy");
    await server.as(alice).asked();
    const chat = async (user: string) => (await server.as(user).send("/api/chat", { body: { message: "Go." } })).status;
    expect([await chat(alice), await chat(bob)]).toEqual([503, 200]);
    const open = async (user: string) => (await server.as(user).send("/api/changes")).status;
    expect([await open(alice), await open(alice), await open(bob)]).toEqual([200, 503, 200]);
    let status = 200;
    for (let n = 0; n < 40 && status === 200; n += 1) ({ status } = await server.as(alice).send("/api/info"));
    expect([status, (await server.as(bob).send("/api/info")).status]).toEqual([429, 200]);
  });
});

describe("authenticate", () => {
  const store = openStore({ file: ":memory:" });
  const agent = { model: "m", config: () => ({ model: saidModel }) };
  const ask = async (given: unknown) => {
    const errors: unknown[] = [];
    const logger = { ...QUIET, error: (_: string, about: { error?: Error } = {}) => errors.push(about.error?.message) };
    const authenticate = () => given as Principal;
    const server = createAgentServer({ agent, store, authenticate, logger });
    const { status } = await server.fetch(new Request("http://127.0.0.1/api/threads"));
    return { status, errors };
  };

  it("is waited for, and fails the request where it says what cannot be", async () => {
    expect((await ask(Promise.resolve({ user: "a", channel: "web" }))).status).toBe(200);
    for (const [given, said] of [
      [{ user: "a" }, "channel is missing"],
      [{ user: "", channel: "web" }, "user must be a string of 1 to 200"],
      [{ user: "a", channel: "openai" }, "no channel of the server's own"],
      [{ id: "a", channel: "web" }, "user"],
      [{ user: "a", channel: "web", may: { approve: "write" } }, "approve must be true, false or an array"],
      [{ user: "a", channel: "web", may: { aprove: true } }, "did you mean approve?"],
    ] as const)
      expect(await ask(given)).toEqual({ status: 500, errors: [expect.stringContaining(said)] });
  });

  it("says with undefined and with null that nobody is signed in", async () => {
    for (const given of [undefined, null, Promise.resolve(null)])
      expect(await ask(given)).toEqual({ status: 401, errors: [] });
  });

  it("takes the place of a token, and of what the token may", () => {
    const authenticate = () => undefined;
    expect(() => createAgentServer({ agent, store })).toThrow(/either token/);
    expect(() => createAgentServer({ agent, store, token: "t", authenticate })).toThrow(/either token/);
    expect(() => createAgentServer({ agent, store, authenticate, may: { configure: true } })).toThrow(
      /says it of each user/,
    );
  });
});

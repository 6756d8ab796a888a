import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { AgentConfiguration } from "../src/configuration.ts";
import { createApp } from "../src/create-app.ts";
import { ROUTE_RIGHTS } from "../src/users/rights.ts";
import { ChangeReader } from "./support/change-reader.ts";
import { ask, CASES, type Ids, type RouteCase } from "./support/user-routes.ts";
import { partsFor, type Sender, startUsersServer, USERS } from "./support/users-server.ts";

const WORDS = "Narwhal7Q";
/** Nothing of these names is anybody's. */
const NOTHING: Ids = {
  thread: "11111111-1111-4111-8111-111111111111",
  waiting: "22222222-2222-4222-8222-222222222222",
  run: "run-of-nobody",
  begins: 1,
  ends: 2,
  ref: "abcdefghijkl",
  picture: "abcdefghijkl",
  approval: "approval-of-nobody",
  steer: "said-by-nobody",
  response: `resp_${"0".repeat(32)}`,
  key: "key-of-nobody",
  begun: "33333333-3333-4333-8333-333333333333",
  words: "nothing",
};
const NONE = { run: false, read: false, approve: false, configure: false };
/** Those with a stream of their own that never ends, or an own test. */
const APART = ["GET /api/changes"];
const OPEN = ["GET /healthz", "GET /readyz", "GET /app-frame"];

/** All that a user can have. */
async function madeBy(alice: Sender): Promise<Ids> {
  const begun = crypto.randomUUID();
  const thread = await alice.say(`${WORDS} large picture`, { newThreadId: begun });
  const { messages } = await (await alice.send(`/api/threads/${thread}`)).json();
  const refOf = (name: string) =>
    messages[1].parts.find(({ toolName }: { toolName?: string }) => toolName === name).ref;
  const { steps } = await (await alice.send(`/api/threads/${thread}/steps`)).json();
  const { events } = await (await alice.send(`/api/threads/${thread}/events?limit=1000`)).json();
  const begins = events.find(({ type }: { type: string }) => type === "step_start").seq;
  void alice.say(`${WORDS} deploy`);
  const { approvalId, threadId: waiting } = await alice.asked();
  const steered = await alice.send(`/api/threads/${waiting}/steer`, { body: { message: `${WORDS} too` } });
  const body = { model: "said", input: `${WORDS} answered` };
  const { id: response } = await (await alice.send("/v1/responses", { body })).json();
  return {
    thread,
    waiting,
    run: events[0].runId,
    begins,
    ends: steps[0].seq,
    ref: refOf("large").id,
    picture: refOf("picture").files[0].id,
    approval: approvalId,
    steer: (await steered.json()).id,
    response,
    key: "same-key",
    begun,
    words: WORDS,
  };
}

const limits = new Map<string, unknown>();
const configuration: AgentConfiguration = {
  record: async () => undefined,
  recorded: async () => [],
  budget: {
    limits: async (conversation) => (limits.has(conversation?.chatId ?? "") ? { maxTokens: 7 } : undefined),
    async set(_, conversation) {
      limits.set(conversation?.chatId ?? "", true);
      return undefined;
    },
  },
};

async function world() {
  let ids = NOTHING;
  const isAlices = (chatId: string) => chatId === ids.thread;
  const parts = partsFor(
    ({ chatId }) => isAlices(chatId),
    () => ids.run,
  );
  const server = await startUsersServer({ agent: { ...parts, configuration } });
  const alice = server.as(USERS.alice);
  ids = await madeBy(alice);
  return { ...server, alice, ids };
}

/** What an answer says, without the names that were asked for. */
async function toldOf(response: Response, ids: Ids): Promise<{ readonly status: number; readonly text: string }> {
  let text = await response.text();
  for (const id of Object.values(ids)) if (typeof id === "string") text = text.replaceAll(id, "ID");
  return { status: response.status, text };
}

/** Once the run that an earlier request began has ended. */
async function askAtRest(sender: Sender, one: RouteCase, ids: Ids): Promise<Response> {
  for (;;) {
    const response = await ask(sender, one, ids);
    if (response.status !== 409) return response;
    await pause(10);
  }
}

/** What is wrong with the answer that somebody else has to a request by names of one user. */
async function wrongTo(stranger: Sender, one: RouteCase, ids: Ids): Promise<object | undefined> {
  if (one.isForAll === true) {
    const { status, text } = await toldOf(await ask(stranger, one, ids), NOTHING);
    const isFound = one.path(ids).includes("q=") && text !== '{"threads":[]}' && !one.path(ids).includes("files");
    const leaked = Object.values(ids).filter((id) => typeof id === "string" && id !== WORDS && text.includes(id));
    return status === one.status && leaked.length === 0 && !isFound ? undefined : { status, leaked, text };
  }
  const told = await toldOf(await ask(stranger, one, ids), ids);
  const ofNobodys = await toldOf(await ask(stranger, one, NOTHING), NOTHING);
  return told.status === ofNobodys.status && told.text === ofNobodys.text ? undefined : { told, ofNobodys };
}

/** What a user is wrongly let do, or kept from, who has one right alone. */
async function wrongRight(sender: Sender, [route, one]: (typeof CASES)[number], right: string) {
  const { status } = await ask(sender, one, NOTHING);
  const needed = ROUTE_RIGHTS[route] ?? [];
  const isAllowed = needed.length === 0 || needed.some((each) => each === right);
  return (status !== 403) === isAllowed ? undefined : { route, right, status };
}

describe("a server for several users", () => {
  it("has a right and a case for every route, and no other", () => {
    const app = createApp(Object.create(null), { guard: Object.create(null), origins: { loopbackOnly: true } });
    const routes = app.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path}`);
    const guarded = [...new Set(routes)].filter((route) => !OPEN.includes(route)).toSorted();
    expect(Object.keys(ROUTE_RIGHTS).toSorted()).toEqual(guarded);
    expect([...new Set([...CASES.map(([route]) => route), ...APART])].toSorted()).toEqual(guarded);
  });

  it("is to others as if what a user has were not there, and all of it to that user", async () => {
    const { as, alice, ids, store } = await world();
    const stateOf = async () => {
      const paths = ["", "/events", "/steps"].map((rest) => `/api/threads/${ids.thread}${rest}`);
      return Promise.all(
        [...paths, `/api/threads/${ids.waiting}`].map(async (path) => (await alice.send(path)).text()),
      );
    };
    const before = await stateOf();
    const wrong: object[] = [];
    for (const user of [USERS.bob, USERS.other])
      for (const [route, one] of CASES) {
        const found = await wrongTo(as(user), one, ids);
        if (found !== undefined) wrong.push({ user, route, path: one.path(ids), ...found });
      }
    expect(wrong).toEqual([]);
    expect(await stateOf()).toEqual(before);
    expect(limits.has(ids.thread)).toBe(false);
    // The question still waits; in its audit stands who tried, for the user whose it is.
    expect(store.approvals.list({ owner: USERS.alice })).toHaveLength(1);
    const { audit } = await (await alice.send("/api/approvals/audit")).json();
    expect(audit).toContainEqual(expect.objectContaining({ approvalId: ids.approval, ignored: "unknown" }));
    const statuses: object[] = [];
    for (const [route, one] of CASES) {
      const { status, text } = await toldOf(await askAtRest(alice, one, ids), NOTHING);
      if (status !== one.status) statuses.push({ route, path: one.path(ids), status, text: text.slice(0, 300) });
    }
    expect(statuses).toEqual([]);
  });

  it("answers nobody's requests with 401, and those without the right with 403, on every route", async () => {
    const rights = ["run", "read", "approve", "configure"];
    const mayAll = rights.map((right) => [`shop/${right}`, { ...NONE, [right]: true }] as const);
    const { as } = await startUsersServer({ may: { "shop/none": NONE, ...Object.fromEntries(mayAll) } });
    const wrong: unknown[] = [];
    for (const one of CASES) {
      const { status } = await ask(as("nobody"), one[1], NOTHING);
      if (status !== 401) wrong.push({ route: one[0], status });
      if (one[0].endsWith("/chat")) continue;
      for (const right of ["none", ...rights]) wrong.push(await wrongRight(as(`shop/${right}`), one, right));
    }
    expect(wrong.filter((one) => one !== undefined)).toEqual([]);
    const chat = async (right: string, body: object) => (await as(`shop/${right}`).send("/api/chat", { body })).status;
    const decision = { threadId: NOTHING.thread, decision: { approvalId: "a", approve: true } };
    for (const right of ["none", "read", "approve", "configure"])
      expect(await chat(right, { message: "Go." })).toBe(403);
    for (const right of ["none", "read", "configure"]) expect(await chat(right, decision)).toBe(403);
    expect([await chat("run", { message: "Go." }), await chat("approve", decision)]).toEqual([200, 404]);
  });

  it("keeps apart the names that clients choose, of two users of one channel as of two channels", async () => {
    const { as } = await startUsersServer();
    const newThreadId = "44444444-4444-4444-8444-444444444444";
    const headers = { "idempotency-key": "one" };
    const begun: string[] = [];
    for (const user of Object.values(USERS)) {
      const { send } = as(user);
      const response = await send("/api/chat", { body: { message: user, newThreadId }, headers });
      await response.text();
      const id = response.headers.get("x-toolwright-thread") ?? "";
      begun.push(id);
      const again = await send("/api/chat", { body: { message: user, newThreadId }, headers });
      expect(again.headers.get("x-toolwright-thread")).toBe(id);
      await again.text();
      // By the name that the client gave, too.
      expect(await (await send(`/api/threads/${newThreadId}`)).json()).toMatchObject({
        id,
        title: user,
        messages: { length: 2 },
      });
      const fork = await (await send(`/api/threads/${id}/fork`, { body: { id: "the-same-name" } })).json();
      expect(fork.forkedFrom).toMatchObject({ id });
      expect(await (await send(`/api/threads/${fork.id}/fork`, { body: { id: "the-same-name" } })).text()).toContain(
        "another thread",
      );
      expect((await (await send("/api/threads")).json()).threads).toHaveLength(2);
      begun.push(fork.id);
    }
    expect(new Set(begun).size).toBe(6);
  });

  it("finds the thread of a client that repeats what was said among those of its user", async () => {
    const { as } = await startUsersServer();
    const messages = ["Hello.", "And now?"].map((content) => ({ role: "user", content }));
    const alices = await as(USERS.alice).say("Hello.");
    const repeat = async (user: string) => {
      const response = await as(user).send("/api/chat", { body: { messages } });
      await response.text();
      return response.headers.get("x-toolwright-thread");
    };
    expect(await repeat(USERS.bob)).not.toBe(alices);
    expect(await repeat(USERS.other)).not.toBe(alices);
    expect(await repeat(USERS.alice)).toBe(alices);
  });

  it("tells of changes and questions to the user alone whose they are, of threads that are deleted, too", async () => {
    const { as, store } = await startUsersServer();
    const readers = new Map<string, ChangeReader>();
    const old = await as(USERS.alice).say("Old.");
    for (const user of Object.values(USERS)) readers.set(user, await ChangeReader.open(as(user)));
    void as(USERS.alice).say("Please deploy");
    const { threadId, approvalId } = await as(USERS.alice).asked();
    const toldTo = (user: string) => readers.get(user)?.told ?? [];
    await expect.poll(() => JSON.stringify(toldTo(USERS.alice))).toContain(approvalId);
    expect(JSON.stringify(toldTo(USERS.alice))).toContain(threadId);
    const bobs = await as(USERS.bob).say("Mine.");
    await expect.poll(() => JSON.stringify(toldTo(USERS.bob))).toContain(bobs);
    expect((await as(USERS.alice).send(`/api/threads/${old}`, { method: "DELETE" })).status).toBe(204);
    await expect
      .poll(() => toldTo(USERS.alice).some(({ data }) => data.id === old && data.deleted === true))
      .toBe(true);
    for (const user of [USERS.bob, USERS.other])
      for (const id of [threadId, approvalId, old]) expect(JSON.stringify(toldTo(user))).not.toContain(id);
    for (const user of [USERS.alice, USERS.other]) expect(JSON.stringify(toldTo(user))).not.toContain(bobs);
    // What a program does for a user with the store is told as well, and what it does for itself is not.
    const { conversation } = store.threads.create({ channel: "shop", owner: USERS.alice, title: "By a program" });
    store.threads.create({ channel: "shop", title: "Of nobody" });
    await expect.poll(() => JSON.stringify(toldTo(USERS.alice))).toContain(conversation.chatId);
    expect(JSON.stringify([...readers.values()].map(({ told }) => told))).not.toContain("Of nobody");
    for (const reader of readers.values()) await reader.leave();
  });

  it("keeps conversations in the channel of their user, where programs read them", async () => {
    const { as, store } = await startUsersServer();
    const chatId = await as(USERS.bob).say("Hello.");
    expect(await store.history({ channel: "shop", chatId })).toMatchObject([
      { role: "user", content: "Hello." },
      { role: "assistant", content: "Heard: Hello." },
    ]);
    expect(store.threads.get({ channel: "shop", chatId })).toMatchObject({ owner: USERS.bob });
  });
});

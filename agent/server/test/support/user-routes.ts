import type { Sender } from "./users-server.ts";

/** Names of what one user has; or of nothing, in the same form. */
export interface Ids {
  readonly thread: string;
  readonly waiting: string;
  readonly run: string;
  /** The numbers of a step's beginning and end. */
  readonly begins: number;
  readonly ends: number;
  readonly ref: string;
  readonly picture: string;
  readonly approval: string;
  readonly steer: string;
  readonly response: string;
  readonly key: string;
  readonly begun: string;
  readonly words: string;
}

/** A request by names, and what it gives to whoever has these. */
export interface RouteCase {
  readonly path: (ids: Ids) => string;
  readonly body?: (ids: Ids) => unknown;
  readonly headers?: (ids: Ids) => Record<string, string>;
  readonly method?: string;
  /** To the user who has the names. */
  readonly status: number;
  /** It names nothing of anybody's: everybody has an answer, and nothing of another user stands in it. */
  readonly isForAll?: true;
}

const at = (ids: Ids, rest = "") => `/api/threads/${ids.thread}${rest}`;
const forAll = (path: string, status = 200, body?: unknown): RouteCase => ({
  path: () => path,
  ...(body !== undefined && { body: () => body }),
  status,
  isForAll: true,
});
const read = (rest: (ids: Ids) => string, status = 200): RouteCase => ({ path: (ids) => at(ids, rest(ids)), status });
const change = (rest: (ids: Ids) => string, body: unknown | ((ids: Ids) => unknown) = {}, status = 200): RouteCase => ({
  path: (ids) => at(ids, rest(ids)),
  body: typeof body === "function" ? (ids) => body(ids) : () => body,
  status,
});

/** Every route with a user's names, in an order in which the user can do all of it. */
export const CASES: readonly (readonly [string, RouteCase])[] = [
  ["GET /", forAll("/")],
  ["GET /assets/:name", forAll("/assets/none.js", 404)],
  ["GET /metrics", forAll("/metrics")],
  ["GET /api/info", forAll("/api/info")],
  ["GET /api/threads", forAll("/api/threads")],
  ["GET /api/threads", { path: ({ words }) => `/api/threads?q=${words}`, status: 200, isForAll: true }],
  ["GET /api/threads", forAll("/api/threads?archived=1")],
  ["GET /api/threads", forAll("/api/threads?pinned=1")],
  ["GET /api/threads/:id", read(() => "")],
  ["GET /api/threads/:id/branches", read(() => "/branches")],
  ["GET /api/threads/:id/steer", { path: ({ waiting }) => `/api/threads/${waiting}/steer`, status: 200 }],
  ["GET /api/threads/:id/stream", read(() => "/stream?after=0")],
  ["GET /api/threads/:id/stream", read(() => "/stream?after=9999", 204)],
  ["GET /api/threads/:id/events", read(() => "/events")],
  ["GET /api/threads/:id/outputs/:ref", read(({ ref }) => `/outputs/${ref}`)],
  ["GET /api/threads/:id/outputs/:ref/file", read(({ picture }) => `/outputs/${picture}/file`)],
  ["GET /api/threads/:id/steps", read(() => "/steps")],
  ["GET /api/threads/:id/requests/:seq", read(({ begins }) => `/requests/${begins}`)],
  ["GET /api/threads/:id/export", read(() => "/export")],
  ["GET /api/threads/:id/export", read(() => "/export?format=json")],
  ["GET /api/threads/:id/changes", read(() => "/changes")],
  ["GET /api/threads/:id/net-changes", read(({ run }) => `/net-changes?run=${run}`)],
  ["GET /api/threads/:id/commit", read(() => "/commit")],
  ["GET /api/threads/:id/jobs", read(() => "/jobs")],
  ["GET /api/threads/:id/jobs/:job", read(() => "/jobs/j1")],
  ["GET /api/approvals", forAll("/api/approvals")],
  ["GET /api/approvals/audit", forAll("/api/approvals/audit")],
  ["GET /api/audit", forAll("/api/audit")],
  ["GET /api/rules", forAll("/api/rules")],
  ["DELETE /api/rules", { ...forAll("/api/rules?rule=deploy(*)", 204), method: "DELETE" }],
  ["GET /api/files", forAll("/api/files?q=s")],
  ["GET /api/mcp/prompts", forAll("/api/mcp/prompts", 501)],
  ["POST /api/mcp/prompt", forAll("/api/mcp/prompt", 501, { server: "s", name: "p", arguments: {} })],
  [
    "POST /api/mcp/complete",
    forAll("/api/mcp/complete", 501, { server: "s", name: "p", arguments: {}, argument: "a", typed: "" }),
  ],
  ["GET /api/mcp/resources", forAll("/api/mcp/resources", 501)],
  ["GET /api/mcp/resource", forAll("/api/mcp/resource?server=s&uri=u", 501)],
  ["GET /api/mcp/app", forAll("/api/mcp/app?tool=t", 501)],
  ["POST /api/mcp/app/resource", forAll("/api/mcp/app/resource", 501, { tool: "t", uri: "u" })],
  ["POST /api/models/look", forAll("/api/models/look", 501, {})],
  ["POST /api/models/pick", forAll("/api/models/pick", 501, { model: "m" })],
  ["GET /api/configuration", { path: ({ thread }) => `/api/configuration?thread=${thread}`, status: 200 }],
  ["GET /api/configuration/changes", forAll("/api/configuration/changes")],
  ["POST /api/configuration/models", forAll("/api/configuration/models", 501, { key: "k" })],
  ["DELETE /api/configuration/models", { ...forAll("/api/configuration/models?model=m", 501), method: "DELETE" }],
  ["PUT /api/configuration/models/usual", { ...forAll("/api/configuration/models/usual", 501, {}), method: "PUT" }],
  ["POST /api/configuration/servers", forAll("/api/configuration/servers", 501, {})],
  ["DELETE /api/configuration/servers", { ...forAll("/api/configuration/servers?name=s", 501), method: "DELETE" }],
  ["PUT /api/configuration/instructions", { ...forAll("/api/configuration/instructions", 501, {}), method: "PUT" }],
  [
    "PUT /api/configuration/budget",
    {
      path: () => "/api/configuration/budget",
      body: ({ thread }) => ({ threadId: thread, limits: { maxTokens: 5 } }),
      method: "PUT",
      status: 204,
    },
  ],
  ["GET /v1/models", forAll("/v1/models")],
  ["GET /v1/models/:id", forAll("/v1/models/said")],
  ["GET /v1/models/:id/plain", forAll("/v1/models/said/plain")],
  ["POST /v1/chat/completions", forAll("/v1/chat/completions", 200, completion())],
  [
    "POST /v1/responses",
    {
      path: () => "/v1/responses",
      body: ({ response }) => ({ model: "said", input: "More.", previous_response_id: response }),
      status: 200,
    },
  ],
  ["GET /v1/responses/:id", { path: ({ response }) => `/v1/responses/${response}`, status: 200 }],
  [
    "POST /v1/responses/:id/cancel",
    { path: ({ response }) => `/v1/responses/${response}/cancel`, body: () => ({}), status: 400 },
  ],
  ["DELETE /v1/responses/:id", { path: ({ response }) => `/v1/responses/${response}`, method: "DELETE", status: 200 }],
  ["POST /api/threads", forAll("/api/threads", 201, {})],
  ["PATCH /api/threads/:id", { ...change(() => "", { title: "Other" }), method: "PATCH" }],
  ["POST /api/threads/:id/fork", change(() => "/fork", {}, 201)],
  [
    "POST /api/threads/:id/fork",
    change(
      () => "/fork",
      ({ run }: Ids) => ({ after: run }),
      201,
    ),
  ],
  [
    "PUT /api/threads/:id/messages/:message/rating",
    { ...change(({ run }) => `/messages/${run}/rating`, { thumb: "up" }), method: "PUT" },
  ],
  ["POST /api/threads/:id/retry", change(() => "/retry")],
  ["POST /api/threads/:id/compact", change(() => "/compact")],
  [
    "POST /api/threads/:id/steer",
    { path: ({ waiting }) => `/api/threads/${waiting}/steer`, body: () => ({ message: "Wait." }), status: 202 },
  ],
  [
    "DELETE /api/threads/:id/steer/:messageId",
    { path: ({ waiting, steer }) => `/api/threads/${waiting}/steer/${steer}`, method: "DELETE", status: 200 },
  ],
  [
    "POST /api/threads/:id/go-on",
    change(
      () => "/go-on",
      ({ ends }: Ids) => ({ seq: ends, files: false }),
    ),
  ],
  [
    "POST /api/threads/:id/undo",
    change(
      () => "/undo",
      ({ run }: Ids) => ({ runId: run }),
    ),
  ],
  ["POST /api/threads/:id/redo", change(() => "/redo")],
  [
    "POST /api/threads/:id/undo-hunk",
    change(() => "/undo-hunk", { path: "secret.txt", oldStart: 0, newStart: 1, basis: "b" }),
  ],
  ["POST /api/threads/:id/commit/message", change(() => "/commit/message")],
  ["POST /api/threads/:id/commit", change(() => "/commit", { message: "It." }, 202)],
  [
    "POST /api/threads/:id/app-calls",
    change(() => "/app-calls", { toolCallId: "c", tool: "t", name: "n", arguments: {} }, 501),
  ],
  ["POST /api/threads/:id/jobs/:job/stop", change(() => "/jobs/j1/stop", {}, 204)],
  ["POST /api/chat", { ...said(({ thread }) => ({ threadId: thread, message: "More." })) }],
  [
    "POST /api/chat",
    said(
      ({ waiting, approval }) => ({
        threadId: waiting,
        decision: { approvalId: approval, approve: false, also: ["no"] },
      }),
      400,
    ),
  ],
  [
    "POST /api/v1/ai/chat",
    { ...said(({ thread }) => ({ threadId: thread, message: "More." })), path: () => "/api/v1/ai/chat" },
  ],
  ["POST /api/chat", said(uiMessage((ids) => ids.thread))],
  ["POST /api/chat", said(uiMessage((ids) => ids.begun))],
  ["POST /api/chat", said(agUi((ids) => ids.thread))],
  ["POST /api/chat", said(agUi((ids) => ids.begun))],
  ["GET /api/chat/:id/messages", { path: ({ thread }) => `/api/chat/${thread}/messages`, status: 200 }],
  ["GET /api/chat/:id/messages", { path: ({ begun }) => `/api/chat/${begun}/messages`, status: 200 }],
  ["GET /api/chat/:id/stream", { path: ({ waiting }) => `/api/chat/${waiting}/stream`, status: 200 }],
  ["POST /api/chat/:id/stop", { path: () => "/api/chat/none/stop", body: () => ({}), status: 200 }],
  [
    "POST /api/approvals/:id",
    { path: ({ approval }) => `/api/approvals/${approval}`, body: () => ({ approve: false }), status: 200 },
  ],
  ["POST /api/threads/:id/stop", change(() => "/stop")],
  ["DELETE /api/threads/:id", { ...read(() => "", 204), method: "DELETE" }],
];

function said(body: (ids: Ids) => unknown, status = 200): RouteCase {
  return { path: () => "/api/chat", body, status };
}

/** What a client of AG-UI says after an answer. */
function agUi(idOf: (ids: Ids) => string): (ids: Ids) => unknown {
  return (ids) => ({
    threadId: idOf(ids),
    runId: "run-of-a-client",
    messages: [
      { id: "u1", role: "user", content: ids.words },
      { id: `${ids.run}:0`, role: "assistant", content: "Heard." },
      { id: "u2", role: "user", content: "More." },
    ],
    tools: [],
    context: [],
    state: {},
    forwardedProps: {},
  });
}

/** What AI SDK's client says after an answer. */
function uiMessage(idOf: (ids: Ids) => string): (ids: Ids) => unknown {
  return (ids) => ({
    id: idOf(ids),
    trigger: "submit-message",
    messages: [
      { id: "u1", role: "user", parts: [{ type: "text", text: ids.words }] },
      { id: ids.run, role: "assistant", parts: [{ type: "text", text: "Heard." }] },
      { id: "u2", role: "user", parts: [{ type: "text", text: "More." }] },
    ],
  });
}

function completion(): object {
  return { model: "said", messages: [{ role: "user", content: "Mine." }] };
}

/** Makes the request of a case. */
export function ask({ send }: Sender, one: RouteCase, ids: Ids): Promise<Response> {
  const { path, body, headers, method } = one;
  return send(path(ids), {
    ...(body && { body: body(ids) }),
    ...(method && { method }),
    ...(headers && { headers: headers(ids) }),
  });
}

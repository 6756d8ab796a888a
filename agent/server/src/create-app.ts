import { StoreError } from "@toolwright/store";
import { PREVIEWS } from "@toolwright/view/internal";
import { type Context, Hono } from "hono";
import { compress } from "hono/compress";
import { cors } from "hono/cors";
import type { Authentication } from "./guard/authenticate.ts";
import { foreignOrigin, type OriginRules } from "./guard/check-origin.ts";
import { isUnread } from "./guard/read-body.ts";
import { TokenBucket } from "./guard/token-bucket.ts";
import { answerApproval, auditOfApprovals, listApprovals } from "./routes/approvals/approvals-routes.ts";
import { APP_FRAME, appFrame } from "./routes/apps/app-frame-route.ts";
import { readApp, readForApp } from "./routes/apps/apps-routes.ts";
import { callFromApp } from "./routes/apps/call-route.ts";
import { askForAddress, tokenInAddress } from "./routes/ask-for-address.ts";
import { streamChanges } from "./routes/changes-route.ts";
import { chat } from "./routes/chat/chat-route.ts";
import { listChatMessages, resumeChat, stopChat } from "./routes/chat/client-thread-routes.ts";
import { changeBudget } from "./routes/configuration/budget-configuration.ts";
import { listConfigurationChanges, showConfiguration } from "./routes/configuration/configuration-routes.ts";
import { changeInstructions } from "./routes/configuration/instructions-configuration.ts";
import { addModel, removeModel, useModel } from "./routes/configuration/models-configuration.ts";
import { addServer, removeServer } from "./routes/configuration/servers-configuration.ts";
import { healthz, readyz } from "./routes/health-routes.ts";
import { info } from "./routes/info-route.ts";
import { page, pageAsset } from "./routes/page-route.ts";
import { refuse } from "./routes/refuse.ts";
import { listBranches } from "./routes/threads/branches-route.ts";
import { commitChanges, planCommit, proposeMessage } from "./routes/threads/commit-routes.ts";
import { compactThread } from "./routes/threads/compact-route.ts";
import { listEvents } from "./routes/threads/events-route.ts";
import { exportThread } from "./routes/threads/export-route.ts";
import { forkRoute } from "./routes/threads/fork-route.ts";
import { listNetChanges, reverseHunk } from "./routes/threads/net-routes.ts";
import { readOutputFile } from "./routes/threads/output-file-route.ts";
import { readOutput } from "./routes/threads/outputs-route.ts";
import { rateAnswer } from "./routes/threads/rating-route.ts";
import { readRequest } from "./routes/threads/request-route.ts";
import { listSteers, steerThread, withdrawSteer } from "./routes/threads/steer-routes.ts";
import { goOn, listSteps } from "./routes/threads/steps-routes.ts";
import {
  changeThread,
  createThread,
  deleteThread,
  getThread,
  listThreads,
  retryThread,
  stopThread,
  streamThread,
} from "./routes/threads/threads-routes.ts";
import { listChanges, reverseRun } from "./routes/threads/undo-routes.ts";
import { complete } from "./routes/v1/completions/completions-route.ts";
import { asOpenAiError } from "./routes/v1/errors.ts";
import { getModel, listModels } from "./routes/v1/models.ts";
import { createResponse } from "./routes/v1/responses/create-response.ts";
import { cancelResponse, deleteResponse, getResponse } from "./routes/v1/responses/responses-routes.ts";
import { findFiles } from "./routes/workspace/files-route.ts";
import { listJobs, readJob, stopJob } from "./routes/workspace/jobs-routes.ts";
import { lookForModels, pickModel } from "./routes/workspace/models-routes.ts";
import {
  completeArgument,
  findResources,
  getPrompt,
  listPrompts,
  readResource,
} from "./routes/workspace/offers-routes.ts";
import { forgetRule, listRules } from "./routes/workspace/rules-routes.ts";
import { isPassing } from "./runs/thread-journal.ts";
import type { ServerContext } from "./server-context.ts";

/** What stands between the world and the routes. */
export interface AppOptions {
  readonly authentication: Authentication;
  readonly origins: OriginRules;
}

/** All routes, behind the token, the origin check and the rate limit. `/healthz` and `/readyz` alone are open. */
export function createApp(context: ServerContext, options: AppOptions): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    // The rest of the body still comes: no other request can follow on this connection.
    if (isUnread(c.req.raw, c.res.status)) c.res.headers.set("connection", "close");
    context.metrics.onResponse(c.req.routePath, c.res.status);
  });
  const { requestBurst: burst, requestsPerSecond: perSecond } = context.limits;
  const buckets = { allowed: new TokenBucket({ burst, perSecond }), refused: new TokenBucket({ burst, perSecond }) };
  app.use("/v1/*", async (c, next) => {
    await next();
    c.res = await asOpenAiError(c.res);
  });
  app.get("/healthz", healthz);
  app.get(APP_FRAME, (c) => appFrame(c.req.raw, options.origins.origins));
  app.get("/readyz", () => readyz(context));
  allowOrigins(app, options.origins.origins ?? []);
  app.use(async (c, next) => {
    const refusal = guard(c.req.raw, { ...options, ...buckets });
    if (refusal !== undefined) return refusal;
    return next();
  });
  addPage(app, options);
  addApi(app, context);
  addV1(app, context);
  app.notFound(() => refuse(404, "There is nothing here."));
  app.onError((error, c) => failed(context, error, c));
  return app;
}

/** Browsers ask first, without the token, whether a page of another origin may call. */
function allowOrigins(app: Hono, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowHeaders = ["authorization", "content-type", "idempotency-key", PREVIEWS];
  const exposeHeaders = ["x-toolwright-thread", "x-vercel-ai-data-stream", "x-vercel-ai-ui-message-stream"];
  app.use(cors({ origin: [...origins], allowHeaders, exposeHeaders }));
}

function addApi(app: Hono, context: ServerContext): void {
  for (const path of ["/api/chat", "/api/v1/ai/chat"]) app.post(path, (c) => chat(context, c.req.raw));
  app.get("/api/chat/:id/stream", (c) => resumeChat(context, c.req.param("id")));
  app.get("/api/chat/:id/messages", (c) => listChatMessages(context, c.req.param("id")));
  app.post("/api/chat/:id/stop", (c) => stopChat(context, c.req.param("id")));
  app.get("/api/info", () => info(context));
  app.get("/api/changes", () => streamChanges(context));
  app.get("/api/threads", (c) => listThreads(context, c.req.raw));
  app.post("/api/threads", (c) => createThread(context, c.req.raw));
  app.get("/api/threads/:id", (c) => getThread(context, c.req.raw, c.req.param("id")));
  app.patch("/api/threads/:id", (c) => changeThread(context, c.req.raw, c.req.param("id")));
  app.delete("/api/threads/:id", (c) => deleteThread(context, c.req.param("id")));
  app.post("/api/threads/:id/fork", (c) => forkRoute(context, c.req.raw, c.req.param("id")));
  app.get("/api/threads/:id/branches", (c) => listBranches(context, c.req.param("id")));
  app.put("/api/threads/:id/messages/:message/rating", (c) => {
    return rateAnswer(context, c.req.raw, { chatId: c.req.param("id"), runId: c.req.param("message") });
  });
  app.post("/api/threads/:id/stop", (c) => stopThread(context, c.req.param("id")));
  app.post("/api/threads/:id/retry", (c) => retryThread(context, c.req.param("id")));
  app.post("/api/threads/:id/compact", (c) => compactThread(context, c.req.raw, c.req.param("id")));
  addSteer(app, context);
  app.get("/api/threads/:id/stream", (c) => streamThread(context, c.req.raw, c.req.param("id")));
  app.get("/api/threads/:id/events", (c) => listEvents(context, c.req.raw, c.req.param("id")));
  app.get("/api/threads/:id/outputs/:ref", (c) => {
    return readOutput(context, c.req.raw, { chatId: c.req.param("id"), ref: c.req.param("ref") });
  });
  app.get("/api/threads/:id/outputs/:ref/file", (c) => {
    return readOutputFile(context, { chatId: c.req.param("id"), ref: c.req.param("ref") });
  });
  app.get("/api/threads/:id/steps", (c) => listSteps(context, c.req.param("id")));
  app.post("/api/threads/:id/go-on", (c) => goOn(context, c.req.raw, c.req.param("id")));
  app.get("/api/threads/:id/requests/:seq", (c) => readRequest(context, c.req.param("id"), c.req.param("seq")));
  app.get("/api/threads/:id/export", (c) => exportThread(context, c.req.raw, c.req.param("id")));
  addUndo(app, context);
  addWorkspace(app, context);
  addOffers(app, context);
  addConfiguration(app, context);
  app.get("/api/approvals", () => listApprovals(context));
  app.get("/api/approvals/audit", () => auditOfApprovals(context));
  app.post("/api/approvals/:id", (c) => answerApproval(context, c.req.raw, c.req.param("id")));
  app.get("/metrics", () => metricsOf(context));
}

/** How the agent is set up; who may not change it is refused by each of them. */
function addConfiguration(app: Hono, context: ServerContext): void {
  app.get("/api/configuration", (c) => showConfiguration(context, c.req.raw));
  app.get("/api/configuration/changes", () => listConfigurationChanges(context));
  app.post("/api/configuration/models", (c) => addModel(context, c.req.raw));
  app.put("/api/configuration/models/usual", (c) => useModel(context, c.req.raw));
  app.delete("/api/configuration/models", (c) => removeModel(context, c.req.raw));
  app.post("/api/configuration/servers", (c) => addServer(context, c.req.raw));
  app.delete("/api/configuration/servers", (c) => removeServer(context, c.req.raw));
  app.put("/api/configuration/instructions", (c) => changeInstructions(context, c.req.raw));
  app.put("/api/configuration/budget", (c) => changeBudget(context, c.req.raw));
}

/** What MCP servers offer to the person at a page. */
function addOffers(app: Hono, context: ServerContext): void {
  app.get("/api/mcp/prompts", () => listPrompts(context));
  app.post("/api/mcp/prompt", (c) => getPrompt(context, c.req.raw));
  app.post("/api/mcp/complete", (c) => completeArgument(context, c.req.raw));
  app.get("/api/mcp/resources", (c) => findResources(context, c.req.raw));
  app.get("/api/mcp/resource", (c) => readResource(context, c.req.raw));
  app.get("/api/mcp/app", (c) => readApp(context, c.req.raw));
  app.post("/api/mcp/app/resource", (c) => readForApp(context, c.req.raw));
  app.post("/api/threads/:id/app-calls", (c) => callFromApp(context, c.req.raw, c.req.param("id")));
}

/** What a page shows of the folder, and of what runs in it. */
function addWorkspace(app: Hono, context: ServerContext): void {
  app.get("/api/rules", () => listRules(context));
  app.delete("/api/rules", (c) => forgetRule(context, c.req.raw));
  app.post("/api/models/look", () => lookForModels(context));
  app.post("/api/models/pick", (c) => pickModel(context, c.req.raw));
  app.get("/api/files", (c) => findFiles(context, c.req.raw));
  app.get("/api/threads/:id/jobs", (c) => listJobs(context, c.req.param("id")));
  app.get("/api/threads/:id/jobs/:job", (c) => {
    return readJob(context, { chatId: c.req.param("id"), job: c.req.param("job") });
  });
  app.post("/api/threads/:id/jobs/:job/stop", (c) => {
    return stopJob(context, { chatId: c.req.param("id"), job: c.req.param("job") });
  });
}

/** The routes of OpenAI's clients. */
function addV1(app: Hono, context: ServerContext): void {
  app.get("/v1/models", () => listModels(context));
  app.get("/v1/models/:id", (c) => getModel(context, c.req.param("id")));
  app.get("/v1/models/:id/plain", (c) => getModel(context, `${c.req.param("id")}/plain`));
  app.post("/v1/chat/completions", (c) => complete(context, c.req.raw));
  app.post("/v1/responses", (c) => createResponse(context, c.req.raw));
  app.get("/v1/responses/:id", (c) => getResponse(context, c.req.raw, c.req.param("id")));
  app.delete("/v1/responses/:id", (c) => deleteResponse(context, c.req.param("id")));
  app.post("/v1/responses/:id/cancel", (c) => cancelResponse(context, c.req.param("id")));
}

function addSteer(app: Hono, context: ServerContext): void {
  app.get("/api/threads/:id/steer", (c) => listSteers(context, c.req.param("id")));
  app.post("/api/threads/:id/steer", (c) => steerThread(context, c.req.raw, c.req.param("id")));
  app.delete("/api/threads/:id/steer/:messageId", (c) => {
    return withdrawSteer(context, c.req.param("id"), c.req.param("messageId"));
  });
}

function addUndo(app: Hono, context: ServerContext): void {
  app.get("/api/threads/:id/changes", (c) => listChanges(context, c.req.param("id")));
  app.get("/api/threads/:id/net-changes", (c) => listNetChanges(context, c.req.raw, c.req.param("id")));
  app.post("/api/threads/:id/undo-hunk", (c) => reverseHunk(context, c.req.raw, c.req.param("id")));
  app.get("/api/threads/:id/commit", (c) => planCommit(context, c.req.param("id")));
  app.post("/api/threads/:id/commit", (c) => commitChanges(context, c.req.raw, c.req.param("id")));
  app.post("/api/threads/:id/commit/message", (c) => proposeMessage(context, c.req.raw, c.req.param("id")));
  for (const kind of ["undo", "redo"] as const) {
    const path = `/api/threads/:id/${kind}` as const;
    app.post(path, (c) => reverseRun(context, c.req.raw, { kind, chatId: c.req.param("id") }));
  }
}

function addPage(app: Hono, { authentication }: AppOptions): void {
  for (const path of ["/", "/assets/*"]) app.use(path, compress());
  app.get("/", (c) => page(c.req.raw, authentication));
  app.get("/assets/:name", (c) => pageAsset(c.req.param("name")));
}

async function metricsOf({ metrics }: ServerContext): Promise<Response> {
  const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" };
  return new Response(await metrics.text(), { headers });
}

type Guards = AppOptions & { readonly allowed: TokenBucket; readonly refused: TokenBucket };

function guard(request: Request, { authentication, origins, allowed, refused }: Guards): Response | undefined {
  const foreign = foreignOrigin(request, origins);
  if (foreign !== undefined) return refuse(foreign.status, foreign.error);
  const isKnown = isPage(request) ? opensPage(request, authentication) : authentication.allows(request);
  // Two buckets: whoever guesses tokens takes nothing from those who have one.
  if (!(isKnown ? allowed : refused).take()) return refuse(429, "Too many requests.", { "retry-after": "1" });
  if (isKnown) return undefined;
  const page = askForAddress(request);
  return page ?? refuse(401, "This needs the token of the server.", { "www-authenticate": "Bearer" });
}

/** The page and its files hold nothing of anybody's, and a browser cannot send a header when it loads them. */
function isPage({ method, url }: Request): boolean {
  const { pathname } = new URL(url);
  return method === "GET" && (pathname === "/" || pathname.startsWith("/assets/"));
}

/** Only the page itself takes the token in its address. */
function opensPage(request: Request, authentication: Authentication): boolean {
  const url = new URL(request.url);
  const token = url.pathname === "/" ? tokenInAddress(url) : undefined;
  // Whoever types a token is told when it is wrong, whatever the browser had before.
  return token === undefined ? authentication.allowsPage(request) : authentication.isToken(token);
}

/** No 503: a balancer would send the request again, and what it was to store may be there. */
const STORE_AWAY =
  "The conversations cannot be read or stored now. Whether this request was stored is not known: load them again before you repeat it.";

function failed({ logger, metrics }: ServerContext, error: Error, c: Context): Response {
  if (StoreError.isInstance(error)) metrics.onStoreError(error);
  logger.error("A request failed", { method: c.req.method, path: c.req.path, error });
  return refuse(500, isPassing(error) ? STORE_AWAY : "Something went wrong here.");
}

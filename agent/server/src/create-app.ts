import { StoreError } from "@toolwright/store";
import { PREVIEWS } from "@toolwright/view/internal";
import { type Context, Hono } from "hono";
import { compress } from "hono/compress";
import { cors } from "hono/cors";
import { matchedRoutes } from "hono/route";
import { METHOD_NAME_ALL } from "hono/router";
import { foreignOrigin, type OriginRules } from "./guard/check-origin.ts";
import type { Guard } from "./guard/guard.ts";
import { isUnread } from "./guard/read-body.ts";
import { isOutOfReach } from "./metrics/store-health.ts";
import { answerApproval, auditOfApprovals, listApprovals } from "./routes/approvals/approvals-routes.ts";
import { exportAudit } from "./routes/approvals/audit-route.ts";
import { APP_FRAME, appFrame } from "./routes/apps/app-frame-route.ts";
import { readApp, readForApp } from "./routes/apps/apps-routes.ts";
import { callFromApp } from "./routes/apps/call-route.ts";
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
import { noSuchThread, refuse, refuseAway } from "./routes/refuse.ts";
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
import { whyRefused } from "./users/rights.ts";
import { threadNamed } from "./users/stored-name.ts";

/** What stands between the world and the routes. */
export interface AppOptions {
  readonly guard: Guard;
  readonly origins: OriginRules;
}

/** What is known of a request once it was let in. */
interface Admitted {
  Variables: {
    /** What it may use. */
    context: ServerContext;
    /** The thread of its address, by the name that the store has. */
    threadId: string;
  };
}

type App = Hono<Admitted>;

/** All routes, behind the origin check and the guard. `/healthz` and `/readyz` alone are open. */
export function createApp(context: ServerContext, options: AppOptions): App {
  const app: App = new Hono<Admitted>();
  app.use(async (c, next) => {
    await next();
    // The rest of the body still comes: no other request can follow on this connection.
    if (isUnread(c.req.raw, c.res.status)) c.res.headers.set("connection", "close");
    context.metrics.onResponse(c.req.routePath, c.res.status);
  });
  app.use("/v1/*", async (c, next) => {
    await next();
    c.res = await asOpenAiError(c.res);
  });
  app.get("/healthz", healthz);
  app.get(APP_FRAME, (c) => appFrame(c.req.raw, options.origins.origins));
  app.get("/readyz", () => readyz(context));
  allowOrigins(app, options.origins.origins ?? []);
  app.use(async (c, next) => {
    const foreign = foreignOrigin(c.req.raw, options.origins);
    if (foreign !== undefined) return refuse(foreign.status, foreign.error);
    const admitted = await options.guard.admit(c.req.raw);
    if (admitted instanceof Response) return admitted;
    const refused = admitted.person && whyNot(admitted, c);
    if (refused !== undefined) return refuse(403, refused);
    c.set("context", admitted);
    return next();
  });
  for (const path of ["/api/*", "/v1/*"])
    app.use(path, async (_, next) => ((await context.health.isAway()) ? refuseAway() : next()));
  app.use("/api/threads/:id/*", async (c, next) => {
    const name = c.req.param("id");
    const threadId = of(c).person === undefined ? name : await threadNamed(of(c), name);
    if (threadId === undefined) return noSuchThread();
    c.set("threadId", threadId);
    return next();
  });
  addPage(app, options.guard);
  addApi(app);
  addV1(app);
  app.notFound(() => refuse(404, "There is nothing here."));
  app.onError((error, c) => failed(context, error, c));
  return app;
}

function of(c: Context<Admitted>): ServerContext {
  return c.get("context");
}

function idOf(c: Context<Admitted>): string {
  return c.get("threadId");
}

/** Why a user may not use the route of a request; undefined where they may, or there is none. */
function whyNot({ may }: ServerContext, c: Context<Admitted>): string | undefined {
  const route = matchedRoutes(c).at(-1);
  return route === undefined || route.method === METHOD_NAME_ALL
    ? undefined
    : whyRefused(may, `${route.method} ${route.path}`);
}

/** Browsers ask first, without the token, whether a page of another origin may call. */
function allowOrigins(app: App, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowHeaders = ["authorization", "content-type", "idempotency-key", PREVIEWS];
  const exposeHeaders = ["x-toolwright-thread", "x-vercel-ai-data-stream", "x-vercel-ai-ui-message-stream"];
  app.use(cors({ origin: [...origins], allowHeaders, exposeHeaders }));
}

function addApi(app: App): void {
  for (const path of ["/api/chat", "/api/v1/ai/chat"]) app.post(path, (c) => chat(of(c), c.req.raw));
  app.get("/api/chat/:id/messages", (c) => listChatMessages(of(c), c.req.param("id")));
  app.get("/api/chat/:id/stream", (c) => resumeChat(of(c), c.req.param("id")));
  app.post("/api/chat/:id/stop", (c) => stopChat(of(c), c.req.param("id")));
  app.get("/api/info", (c) => info(of(c)));
  app.get("/api/changes", (c) => streamChanges(of(c)));
  app.get("/api/threads", (c) => listThreads(of(c), c.req.raw));
  app.post("/api/threads", (c) => createThread(of(c), c.req.raw));
  app.get("/api/threads/:id", (c) => getThread(of(c), c.req.raw, idOf(c)));
  app.patch("/api/threads/:id", (c) => changeThread(of(c), c.req.raw, idOf(c)));
  app.delete("/api/threads/:id", (c) => deleteThread(of(c), idOf(c)));
  app.post("/api/threads/:id/fork", (c) => forkRoute(of(c), c.req.raw, idOf(c)));
  app.get("/api/threads/:id/branches", (c) => listBranches(of(c), idOf(c)));
  app.put("/api/threads/:id/messages/:message/rating", (c) => {
    return rateAnswer(of(c), c.req.raw, { chatId: idOf(c), runId: c.req.param("message") });
  });
  app.post("/api/threads/:id/stop", (c) => stopThread(of(c), idOf(c)));
  app.post("/api/threads/:id/retry", (c) => retryThread(of(c), idOf(c)));
  app.post("/api/threads/:id/compact", (c) => compactThread(of(c), c.req.raw, idOf(c)));
  addSteer(app);
  app.get("/api/threads/:id/stream", (c) => streamThread(of(c), c.req.raw, idOf(c)));
  app.get("/api/threads/:id/events", (c) => listEvents(of(c), c.req.raw, idOf(c)));
  app.get("/api/threads/:id/outputs/:ref", (c) => {
    return readOutput(of(c), c.req.raw, { chatId: idOf(c), ref: c.req.param("ref") });
  });
  app.get("/api/threads/:id/outputs/:ref/file", (c) => {
    return readOutputFile(of(c), { chatId: idOf(c), ref: c.req.param("ref") });
  });
  app.get("/api/threads/:id/steps", (c) => listSteps(of(c), idOf(c)));
  app.post("/api/threads/:id/go-on", (c) => goOn(of(c), c.req.raw, idOf(c)));
  app.get("/api/threads/:id/requests/:seq", (c) => readRequest(of(c), idOf(c), c.req.param("seq")));
  app.get("/api/threads/:id/export", (c) => exportThread(of(c), c.req.raw, idOf(c)));
  addUndo(app);
  addWorkspace(app);
  addOffers(app);
  addConfiguration(app);
  app.get("/api/approvals", (c) => listApprovals(of(c)));
  app.get("/api/approvals/audit", (c) => auditOfApprovals(of(c)));
  app.get("/api/audit", (c) => exportAudit(of(c)));
  app.post("/api/approvals/:id", (c) => answerApproval(of(c), c.req.raw, c.req.param("id")));
  app.get("/metrics", (c) => metricsOf(of(c)));
}

/** How the agent is set up; who may not change it is refused by each of them. */
function addConfiguration(app: App): void {
  app.get("/api/configuration", (c) => showConfiguration(of(c), c.req.raw));
  app.get("/api/configuration/changes", (c) => listConfigurationChanges(of(c)));
  app.post("/api/configuration/models", (c) => addModel(of(c), c.req.raw));
  app.put("/api/configuration/models/usual", (c) => useModel(of(c), c.req.raw));
  app.delete("/api/configuration/models", (c) => removeModel(of(c), c.req.raw));
  app.post("/api/configuration/servers", (c) => addServer(of(c), c.req.raw));
  app.delete("/api/configuration/servers", (c) => removeServer(of(c), c.req.raw));
  app.put("/api/configuration/instructions", (c) => changeInstructions(of(c), c.req.raw));
  app.put("/api/configuration/budget", (c) => changeBudget(of(c), c.req.raw));
}

/** What MCP servers offer to the person at a page. */
function addOffers(app: App): void {
  app.get("/api/mcp/prompts", (c) => listPrompts(of(c)));
  app.post("/api/mcp/prompt", (c) => getPrompt(of(c), c.req.raw));
  app.post("/api/mcp/complete", (c) => completeArgument(of(c), c.req.raw));
  app.get("/api/mcp/resources", (c) => findResources(of(c), c.req.raw));
  app.get("/api/mcp/resource", (c) => readResource(of(c), c.req.raw));
  app.get("/api/mcp/app", (c) => readApp(of(c), c.req.raw));
  app.post("/api/mcp/app/resource", (c) => readForApp(of(c), c.req.raw));
  app.post("/api/threads/:id/app-calls", (c) => callFromApp(of(c), c.req.raw, idOf(c)));
}

/** What a page shows of the folder, and of what runs in it. */
function addWorkspace(app: App): void {
  app.get("/api/rules", (c) => listRules(of(c)));
  app.delete("/api/rules", (c) => forgetRule(of(c), c.req.raw));
  app.post("/api/models/look", (c) => lookForModels(of(c)));
  app.post("/api/models/pick", (c) => pickModel(of(c), c.req.raw));
  app.get("/api/files", (c) => findFiles(of(c), c.req.raw));
  app.get("/api/threads/:id/jobs", (c) => listJobs(of(c), idOf(c)));
  app.get("/api/threads/:id/jobs/:job", (c) => {
    return readJob(of(c), { chatId: idOf(c), job: c.req.param("job") });
  });
  app.post("/api/threads/:id/jobs/:job/stop", (c) => {
    return stopJob(of(c), { chatId: idOf(c), job: c.req.param("job") });
  });
}

/** The routes of OpenAI's clients. */
function addV1(app: App): void {
  app.get("/v1/models", (c) => listModels(of(c)));
  app.get("/v1/models/:id", (c) => getModel(of(c), c.req.param("id")));
  app.get("/v1/models/:id/plain", (c) => getModel(of(c), `${c.req.param("id")}/plain`));
  app.post("/v1/chat/completions", (c) => complete(of(c), c.req.raw));
  app.post("/v1/responses", (c) => createResponse(of(c), c.req.raw));
  app.get("/v1/responses/:id", (c) => getResponse(of(c), c.req.raw, c.req.param("id")));
  app.delete("/v1/responses/:id", (c) => deleteResponse(of(c), c.req.param("id")));
  app.post("/v1/responses/:id/cancel", (c) => cancelResponse(of(c), c.req.param("id")));
}

function addSteer(app: App): void {
  app.get("/api/threads/:id/steer", (c) => listSteers(of(c), idOf(c)));
  app.post("/api/threads/:id/steer", (c) => steerThread(of(c), c.req.raw, idOf(c)));
  app.delete("/api/threads/:id/steer/:messageId", (c) => {
    return withdrawSteer(of(c), idOf(c), c.req.param("messageId"));
  });
}

function addUndo(app: App): void {
  app.get("/api/threads/:id/changes", (c) => listChanges(of(c), idOf(c)));
  app.get("/api/threads/:id/net-changes", (c) => listNetChanges(of(c), c.req.raw, idOf(c)));
  app.post("/api/threads/:id/undo-hunk", (c) => reverseHunk(of(c), c.req.raw, idOf(c)));
  app.get("/api/threads/:id/commit", (c) => planCommit(of(c), idOf(c)));
  app.post("/api/threads/:id/commit", (c) => commitChanges(of(c), c.req.raw, idOf(c)));
  app.post("/api/threads/:id/commit/message", (c) => proposeMessage(of(c), c.req.raw, idOf(c)));
  for (const kind of ["undo", "redo"] as const) {
    const path = `/api/threads/:id/${kind}` as const;
    app.post(path, (c) => reverseRun(of(c), c.req.raw, { kind, chatId: idOf(c) }));
  }
}

function addPage(app: App, guard: Guard): void {
  for (const path of ["/", "/assets/*"]) app.use(path, compress());
  app.get("/", (c) => page(c.req.raw, guard));
  app.get("/assets/:name", (c) => pageAsset(c.req.param("name")));
}

async function metricsOf({ metrics }: ServerContext): Promise<Response> {
  const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" };
  return new Response(await metrics.text(), { headers });
}

/** No 503 once something was begun: a balancer would send the request again, and what it was to store may be there. */
const STORE_AWAY =
  "The conversations cannot be read or stored now. Whether this request was stored is not known: load them again before you repeat it.";

function failed({ logger, metrics }: ServerContext, error: Error, c: Context): Response {
  if (StoreError.isInstance(error)) metrics.onStoreError(error);
  logger.error("A request failed", { method: c.req.method, path: c.req.path, error });
  if (isOutOfReach(error) && c.req.method === "GET") return refuseAway();
  return refuse(500, isPassing(error) ? STORE_AWAY : "Something went wrong here.");
}

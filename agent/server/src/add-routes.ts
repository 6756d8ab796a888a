import type { Context, Hono } from "hono";
import { answerApproval, auditOfApprovals, listApprovals } from "./routes/approvals/approvals-routes.ts";
import { exportAudit } from "./routes/approvals/audit-route.ts";
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
import { info } from "./routes/info-route.ts";
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
import type { ServerContext } from "./server-context.ts";

/** What is known of a request once it was let in. */
export interface Admitted {
  Variables: {
    /** What it may use. */
    context: ServerContext;
    /** The thread of its address, by the name that the store has. */
    threadId: string;
  };
}

/** All routes share it. */
export type App = Hono<Admitted>;

/** What a request may use. */
export function of(c: Context<Admitted>): ServerContext {
  return c.get("context");
}

function idOf(c: Context<Admitted>): string {
  return c.get("threadId");
}

/** The routes of the page, and of everybody who builds one. */
export function addApi(app: App): void {
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
export function addV1(app: App): void {
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

async function metricsOf({ metrics }: ServerContext): Promise<Response> {
  const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" };
  return new Response(await metrics.text(), { headers });
}

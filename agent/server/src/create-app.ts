import { StoreError } from "@toolwright/store";
import { PREVIEWS } from "@toolwright/view/internal";
import { type Context, Hono } from "hono";
import { compress } from "hono/compress";
import { cors } from "hono/cors";
import { matchedRoutes } from "hono/route";
import { METHOD_NAME_ALL } from "hono/router";
import { type Admitted, type App, addApi, addV1, of } from "./add-routes.ts";
import { foreignOrigin, type OriginRules } from "./guard/check-origin.ts";
import type { Guard } from "./guard/guard.ts";
import { isUnread } from "./guard/read-body.ts";
import { isOutOfReach } from "./metrics/store-health.ts";
import { APP_FRAME, appFrame } from "./routes/apps/app-frame-route.ts";
import { healthz, readyz } from "./routes/health-routes.ts";
import { page, pageAsset } from "./routes/page-route.ts";
import { noSuchThread, refuse, refuseAway } from "./routes/refuse.ts";
import { asOpenAiError } from "./routes/v1/errors.ts";
import { isPassing } from "./runs/thread-journal.ts";
import type { ServerContext } from "./server-context.ts";
import { whyRefused } from "./users/rights.ts";
import { threadNamed } from "./users/stored-name.ts";

/** What stands between the world and the routes. */
export interface AppOptions {
  readonly guard: Guard;
  readonly origins: OriginRules;
}

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

function addPage(app: App, guard: Guard): void {
  for (const path of ["/", "/assets/*"]) app.use(path, compress());
  app.get("/", (c) => page(c.req.raw, guard));
  app.get("/assets/:name", (c) => pageAsset(c.req.param("name")));
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

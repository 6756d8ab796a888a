import { serve } from "@hono/node-server";
import { toFetchHandler } from "@toolwright/server";
import { Hono } from "hono";
import { server } from "./agent.mjs";

const app = new Hono();
const handle = toFetchHandler(server, { prefix: "/agent" });
app.all("/agent/*", (c) => handle(c.req.raw));
app.get("/hello", (c) => c.text("hello"));

server.resume();
const listening = serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000), hostname: "127.0.0.1" });
process.once("SIGTERM", async () => {
  await server.close();
  listening.close();
  listening.closeAllConnections();
});

import { toNodeHandler } from "@toolwright/server";
import Fastify from "fastify";
import { server } from "./agent.mjs";

const app = Fastify({ forceCloseConnections: true });
const handle = toNodeHandler(server, { prefix: "/agent" });
app.register(async (scope) => {
  // The agent reads bodies itself.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_, __, done) => done(null));
  scope.all("/agent/*", (request, reply) => {
    reply.hijack();
    return handle(request.raw, reply.raw);
  });
});
app.get("/hello", async () => "hello");

server.resume();
await app.listen({ port: Number(process.env.PORT ?? 3000), host: "127.0.0.1" });
process.once("SIGTERM", async () => {
  await server.close();
  await app.close();
});

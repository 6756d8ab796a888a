import { toNodeHandler } from "@toolwright/server";
import express from "express";
import { server } from "./agent.mjs";

const app = express();
// Before what reads bodies.
app.use("/agent", toNodeHandler(server));
app.use(express.json());
app.get("/hello", (_, response) => void response.send("hello"));

server.resume();
const listening = app.listen(Number(process.env.PORT ?? 3000), "127.0.0.1");
process.once("SIGTERM", async () => {
  await server.close();
  listening.close();
  listening.closeAllConnections();
});

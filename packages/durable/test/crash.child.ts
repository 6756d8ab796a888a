import { writeSync } from "node:fs";
import { ActivityStream, isLive, runToolLoop } from "@toolwright/core";
import { openStore } from "../src/index.ts";
import { crashConfig } from "./crash-scene.ts";

// Run by the crash test as a process of its own: tells of every stored event, and is killed on the way.
const [file = "", log = "", seed = "0"] = process.argv.slice(2);
const conversation = { channel: "web", chatId: "alice" };
const store = openStore({ file });
const lease = store.leases.acquire(conversation);
const activity = new ActivityStream(store.journal(conversation, { lease }));
activity.subscribe("*", ({ type, seq }) => {
  if (!isLive(type)) writeSync(1, `${seq}\n`);
});
await runToolLoop({ ...crashConfig({ file, log, seed: Number(seed) }), activity }, [{ role: "user", content: "go" }]);
store.close();

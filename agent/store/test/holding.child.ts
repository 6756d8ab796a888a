import { openStore } from "../src/index.ts";

const [file = "", ttlMs = "3000000"] = process.argv.slice(2);
const store = openStore({ file });
store.leases.acquire({ channel: "web", chatId: "alice" }, { ttlMs: Number(ttlMs) });
console.log("held");
setInterval(() => undefined, 1_000);

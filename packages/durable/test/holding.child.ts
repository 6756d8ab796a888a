import { openStore } from "../src/index.ts";

const [file = ""] = process.argv.slice(2);
const store = openStore({ file });
store.leases.acquire({ channel: "web", chatId: "alice" }, { ttlMs: 3_000_000 });
console.log("held");
setInterval(() => undefined, 1_000);

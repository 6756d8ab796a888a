import { openStore } from "../src/index.ts";

const [file = "", name = ""] = process.argv.slice(2);
const store = openStore({ file });
store.threads.create({ channel: "web", chatId: name });
console.log("opened");
store.close();

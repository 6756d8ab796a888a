// One request in one process, which ends with its answer, or as a mail is sent.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { scripted } from "@toolwright/models";
import { handle } from "./handle.ts";

const [folder = ".", body = "{}", end] = process.argv.slice(2);
const mail = (id: string, to: string) => ({ id, name: "mail", arguments: { to } });
const steps = [{ toolCalls: [mail("c1", "ann"), mail("c2", "bob")] }, { text: "Done." }];
const request = new Request("http://localhost/", { method: "POST", body });
// A request that brings an answer goes on at the second step.
const model = scripted("approvalId" in JSON.parse(body) ? steps.slice(1) : steps);
const response = await handle(request, {
  file: join(folder, "store.db"),
  model,
  send: (to) => {
    appendFileSync(join(folder, "sent"), `${to} `);
    if (end === "dies") process.kill(process.pid, "SIGKILL");
  },
});
console.log(JSON.stringify({ status: response.status, body: await response.json() }));

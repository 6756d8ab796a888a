// Each request runs in a process of its own, as on a function host: `npm run example -- function-host`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "function-host-"));
const once = new URL("./once.ts", import.meta.url).pathname;

/** Sends a request to a process that lives as long as its answer takes. */
function post(body: object) {
  const { stdout } = spawnSync(process.execPath, [once, folder, JSON.stringify(body)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  return JSON.parse(stdout);
}

const asked = post({ chatId: "1", text: "Mail Ann and Bob." });
const [ann, bob] = asked.body.questions;
console.log(asked.status, asked.body.stopReason, ann.arguments, bob.arguments);

// An hour later a webhook brings the first answer.
const first = post({ approvalId: ann.approvalId, approve: true });
console.log(first.status, first.body.stopReason, first.body.questions[0].arguments);
const twice = post({ approvalId: ann.approvalId, approve: true });
console.log(twice.status, twice.body.outcome);

const second = post({ approvalId: bob.approvalId, approve: true });
console.log(second.status, second.body.stopReason, second.body.content);
console.log(`sent: ${readFileSync(join(folder, "sent"), "utf8").trim()}`);

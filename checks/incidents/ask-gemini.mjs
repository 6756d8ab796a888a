// Reads calls as JSON from standard input, one list of `{ name, args }`, and prints as the last line what the policy of
// gemini-cli says of each in each of its modes. The argument is the folder of its source; nothing is run.
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const [source = "", ...modes] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(`${source}/${file}`).href);
const { createPolicyEngineConfig } = await load("policy/config.js");
const { PolicyEngine } = await load("policy/policy-engine.js");
const { initializeShellParsers } = await load("utils/shell-utils.js");
await initializeShellParsers();
const calls = JSON.parse(await text(process.stdin));
const said = {};
for (const mode of modes) {
  const config = await createPolicyEngineConfig({}, mode, `${source}/policy/policies`, true);
  const engine = new PolicyEngine({ ...config, approvalMode: mode });
  said[mode] = [];
  for (const call of calls) said[mode].push((await engine.check(call, undefined)).decision);
}
process.stdout.write(`\n${JSON.stringify(said)}\n`);

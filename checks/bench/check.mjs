// Fails where we are no longer ahead: `npm run check` holds the ratios of limits.mjs, `npm run check -- loop grep`
// those of some scripts.
import { spawnSync } from "node:child_process";
import { LIMITS } from "./limits.mjs";
import { numberAt, tablesIn } from "./measure/read-tables.mjs";

const chosen = process.argv.slice(2);
const limits = LIMITS.filter(({ script }) => chosen.length === 0 || chosen.includes(script));
const scripts = [...new Set(limits.map(({ script }) => script))];
if (scripts.length === 0) throw new Error(`There is no such script: ${[...new Set(LIMITS.map((one) => one.script))]}`);

let failed = 0;
for (const script of scripts) {
  const own = limits.filter((limit) => limit.script === script);
  let verdicts = verdictsOf(own);
  // A busy moment makes one measurement worse; what is worse twice is.
  if (verdicts.some(({ isFailed }) => isFailed)) verdicts = verdictsOf(own);
  for (const { line } of verdicts) console.log(line);
  failed += verdicts.filter(({ isFailed }) => isFailed).length;
}
console.log(failed === 0 ? `${limits.length} ratios hold.` : `${failed} of ${limits.length} ratios do not hold.`);
process.exitCode = failed === 0 ? 0 : 1;

function verdictsOf(own) {
  const [{ script }] = own;
  const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", script], { encoding: "utf8" });
  if (status !== 0) return [{ isFailed: true, line: `✗ ${script} failed: ${stderr.trim()}` }];
  const tables = tablesIn(stdout);
  return own.map((limit) => verdictOf(tables, limit));
}

function verdictOf(tables, { script, ours, peer, limit, behind = false }) {
  const ratio = numberAt(tables, ours) / numberAt(tables, peer);
  const isFailed = !(ratio <= limit) && !behind;
  const where = `${script}: ${ours.join(", ")}, beside ${peer.join(", ")}`;
  const note = behind ? (ratio <= limit ? "; no longer behind: say so in README.md" : "; known to be behind") : "";
  return { isFailed, line: `${isFailed ? "✗" : "✓"} ${where}: ${ratio.toFixed(2)} (at most ${limit}${note})` };
}

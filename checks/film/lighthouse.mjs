// What Lighthouse sees of the page as a phone on a slow network, some times over: `npm run lighthouse`, or with `-- 5`
// five times. The least counts, as whatever else the machine does only adds to it. Lighthouse is installed into a
// folder of the cache; where that cannot be done, one line says so. Fails above the 1.5 seconds to the first paint that
// the page promises.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "./app.mjs";

const VERSION = "13.5.0";
const MOST_MS = 1_500;
const CACHE = join(import.meta.dirname, "../../node_modules/.cache/toolwright-lighthouse", VERSION);
const PROGRAM = join(CACHE, "node_modules/lighthouse/cli/index.js");
const SHOWN = {
  "first paint": "first-contentful-paint",
  "largest paint": "largest-contentful-paint",
  blocked: "total-blocking-time",
};

const times = Number(process.argv[2] ?? 3);
if (!Number.isInteger(times) || times < 1) {
  console.error("usage: npm run lighthouse [-- TIMES], a whole number of times, 1 or more");
  process.exit(2);
}
if (!existsSync(PROGRAM)) {
  const words = ["install", "--prefix", CACHE, "--ignore-scripts", "--no-audit", "--no-fund", `lighthouse@${VERSION}`];
  const { status, stderr } = spawnSync("npm", words, { encoding: "utf8" });
  if (status !== 0) {
    console.log(`skipped: Lighthouse cannot be installed here (${stderr.trim().split("\n").at(-1)})`);
    process.exit(0);
  }
}
const folder = mkdtempSync(join(tmpdir(), "toolwright-lighthouse-"));
const env = { HOME: folder, XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder };
const server = await serve({ folder, workspace: folder, models: ["offline"], env });
try {
  const rounds = [];
  for (let round = 0; round < times; round++) rounds.push(await measured(server.url));
  for (const [words, name] of Object.entries(SHOWN)) console.log(`${words}: ${least(rounds, name)} ms`);
  process.exitCode = least(rounds, SHOWN["first paint"]) > MOST_MS ? 1 : 0;
} finally {
  server.child.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function measured(url) {
  const report = join(folder, "report.json");
  const chrome = `--headless=new${process.getuid?.() === 0 ? " --no-sandbox" : ""}`;
  const words = [url, "--quiet", "--only-categories=performance", "--output=json", `--output-path=${report}`];
  const path = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
  const child = spawn(
    process.execPath,
    [PROGRAM, ...words, `--chrome-flags=${chrome}`, "--no-enable-error-reporting"],
    {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, CHROME_PATH: path },
    },
  );
  await new Promise((resolve) => child.once("close", resolve));
  return JSON.parse(readFileSync(report, "utf8")).audits;
}

function least(rounds, name) {
  return Math.min(...rounds.map((audits) => Math.round(audits[name].numericValue)));
}

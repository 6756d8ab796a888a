// Generates shell lines, judges them, and runs in a jail what is allowed: node checks/redteam/redteam.mjs [lines per
// seed] [seeds…]
import { spawnSync } from "node:child_process";

const [count = "50000", ...seeds] = process.argv.slice(2);
const env = { ...process.env, REDTEAM_COUNT: count, REDTEAM_SEEDS: seeds.length > 0 ? seeds.join(",") : "1,2" };
const { status } = spawnSync("npx", ["vitest", "run", "--project", "shared", "runtime/shell-judge/test/redteam"], {
  stdio: "inherit",
  env,
});
process.exitCode = status ?? 1;

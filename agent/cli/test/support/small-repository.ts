import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { COMMAND, folder } from "./toolwright.ts";

const ORDER = `export function total(lines, discount = 0) {
  const sum = lines.reduce((cents, { price, count }) => cents + price * count, 0);
  return sum - discount;
}
`;

const TEST = `import { total } from "../src/order.js";

const mugs = [{ price: 1_000, count: 2 }];
const checks = [
  ["no discount", total(mugs), 2_000],
  ["10 % off", total(mugs, 10), 1_800],
];
const failed = checks.filter(([, got, expected]) => got !== expected);
for (const [name, got, expected] of failed) console.log(\`not ok: \${name}: expected \${expected}, got \${got}\`);
console.log(\`\${checks.length - failed.length} of \${checks.length} tests passed\`);
process.exitCode = failed.length === 0 ? 0 : 1;
`;

/**
 * A small repository with a bug, a test that shows it, and the command from its sources. Returns its folder, which lies
 * in one of its own.
 */
export async function smallRepository(script: readonly object[]): Promise<string> {
  const parent = await folder({
    "model.json": script,
    "shop/package.json": { name: "shop", version: "1.0.0", type: "module", scripts: { test: "node test/order.js" } },
    "shop/.gitignore": "node_modules/\n",
    "shop/src/order.js": ORDER,
    "shop/src/shipping.js": "export const shipping = (grams) => (grams > 2_000 ? 900 : 500);\n",
    "shop/test/order.js": TEST,
    "shop/node_modules/.bin/toolwright": `#!/bin/sh\nexec ${COMMAND.map((word) => `'${word}'`).join(" ")} "$@"\n`,
  });
  const shop = join(parent, "shop");
  chmodSync(join(shop, "node_modules/.bin/toolwright"), 0o755);
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "-A"],
    ["commit", "-qm", "A shop"],
  ]) {
    spawnSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.org", ...args], { cwd: shop });
  }
  return shop;
}

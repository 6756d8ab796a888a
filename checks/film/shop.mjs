// A small shop with a fault, and what a model says that mends it: the story of the film and of the pictures.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const REQUEST =
  "10 % off two mugs at 10.00 comes to 19.90. It should be 18.00. Please find out why and mend it.";

const FILES = {
  "package.json": '{ "name": "shop", "type": "module", "scripts": { "test": "node test/order.js" } }\n',
  "src/order.js": `export function total(lines, discount = 0) {
  const sum = lines.reduce((cents, { price, count }) => cents + price * count, 0);
  return sum - discount;
}
`,
  "test/order.js": `import { total } from "../src/order.js";

const mugs = [{ price: 1_000, count: 2 }];
const got = total(mugs, 10);
console.log(got === 1_800 ? "ok: 10 % off" : \`not ok: 10 % off: expected 1800, got \${got}\`);
process.exitCode = got === 1_800 ? 0 : 1;
`,
};

const STEPS = [
  {
    text: "I look at the code and run the test first.",
    toolCalls: [
      { id: "c1", name: "read", arguments: { file_paths: ["src/order.js"] } },
      { id: "c2", name: "bash", arguments: { command: "npm test --silent" } },
    ],
    usage: { inputTokens: 1_420, outputTokens: 96 },
  },
  {
    text: "`total` takes the discount off as **cents**, but it is a percentage.",
    toolCalls: [
      {
        id: "c3",
        name: "edit",
        arguments: {
          file_path: "src/order.js",
          old_string: "  return sum - discount;",
          new_string: "  return Math.round(sum * (1 - discount / 100));",
        },
      },
    ],
    usage: { inputTokens: 1_610, outputTokens: 118 },
  },
  {
    toolCalls: [{ id: "c4", name: "bash", arguments: { command: "npm test --silent" } }],
    usage: { inputTokens: 1_790, outputTokens: 40 },
  },
  {
    text: `It is mended, and the test passes: the discount is a percentage now, rounded to whole cents.

| order | before | now |
|---|---|---|
| 2 mugs, 10 % off | 19.90 | 18.00 |
`,
    usage: { inputTokens: 1_900, outputTokens: 61 },
  },
];

/** Writes the shop as a git repository below `folder` and the model's script beside it; gives the shop's path. */
export function makeShop(folder) {
  rmSync(folder, { recursive: true, force: true });
  const shop = join(folder, "shop");
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(shop, name)), { recursive: true });
    writeFileSync(join(shop, name), content);
  }
  writeFileSync(join(folder, "model.json"), JSON.stringify(STEPS));
  spawnSync("git", ["init", "-q"], { cwd: shop });
  return shop;
}

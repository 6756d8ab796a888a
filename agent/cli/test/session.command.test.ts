import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { smallRepository } from "./support/small-repository.ts";
import { hasTmux, TestTerminal } from "./support/terminal.ts";
import { folder, removeFolders } from "./support/toolwright.ts";

afterAll(removeFolders);

/** The page that shows the session. `DRAW=1` writes it anew. */
const PAGE = fileURLToPath(new URL("../../../docs/a-session.md", import.meta.url));

const call = (name: string, args: object, text?: string) => ({
  ...(text === undefined ? {} : { text }),
  toolCalls: [{ name, arguments: args }],
});
const tests = call("bash", { command: "npm test --silent" });

/** What the model says; what the tools answer is real. */
const SCRIPT = [
  call("grep", { pattern: "discount" }, "I look for the place first."),
  call("read", { file_paths: ["src/order.js"] }),
  call("edit", {
    file_path: "src/order.js",
    old_string: "  return sum - discount;",
    new_string: "  return Math.round(sum * (1 - discount / 100));",
  }),
  tests,
  { text: "The discount was subtracted as cents; it is a percentage now. Both tests pass." },
  tests,
  { text: "With the change undone, the discount is wrong again: 1,990 instead of 1,800." },
  tests,
  { text: "Both pass again." },
];

describe.skipIf(!hasTmux)("a session in a small repository (skipped without tmux)", () => {
  it("finds, reads, edits, tests, undoes and redoes, and is what the page shows", async () => {
    const shop = await smallRepository(SCRIPT);
    const home = await folder();
    const order = () => readFileSync(join(shop, "src/order.js"), "utf8");
    const before = order();
    const terminal = new TestTerminal("shell", shop, {
      HOME: home,
      XDG_CONFIG_HOME: "",
      XDG_STATE_HOME: "",
      NO_COLOR: "1",
      npm_config_update_notifier: "false",
    });
    await terminal.see(/^\$$/m);
    terminal.type("npx toolwright chat --model script:../model.json --sandbox off");
    await terminal.see(/^>$/m);
    terminal.type("An order with 10 % off costs too much. Find out why, and mend it.");
    await terminal.see(/Run edit\?[\s\S]*n = no >$/);
    expect(order()).toBe(before);
    terminal.type("y");
    await terminal.see(/Run bash\?[\s\S]*always allows: Bash\(npm test:\*\)\n.*n = no >$/);
    terminal.type("always");
    await terminal.see(/Save it\? .* >$/);
    terminal.type("y");
    await terminal.see(/2 of 2 tests passed[\s\S]*\ndone · 5 steps .*\n>$/);
    const mended = order();
    expect(mended).toContain("1 - discount / 100");
    terminal.type("/undo");
    await terminal.see(/Undid turn 1: src\/order\.js restored\.\n>$/);
    expect(order()).toBe(before);
    terminal.type("Run the tests.");
    await terminal.see(/1 of 2 tests passed[\s\S]*\ndone · 2 steps .*\n>$/);
    terminal.type("/redo");
    await terminal.see(/Redid turn 1: src\/order\.js restored\.\n>$/);
    expect(order()).toBe(mended);
    terminal.type("And now?");
    await terminal.see(/Both pass again\.\ndone · 2 steps .*\n>$/);
    terminal.type("/exit");
    const screen = await terminal.see(/\/exit\nTo go on with this: .*\n\$$/);
    expect(screen.match(/Run bash\?/g)).toHaveLength(1);
    const status = spawnSync("git", ["status", "--short"], { cwd: shop, encoding: "utf8" }).stdout;
    expect(status).toBe(" M src/order.js\n");
    const shown = normalised(terminal.transcript(), shop);
    if (process.env.DRAW === "1")
      writeFileSync(
        PAGE,
        readFileSync(PAGE, "utf8").replace(BLOCK, () => block(shown)),
      );
    expect(BLOCK.exec(readFileSync(PAGE, "utf8"))?.[0]).toBe(block(shown));
  });
});

const BLOCK = /^```text\n\$ npx toolwright chat[\s\S]*?^```$/m;

function block(shown: string): string {
  return `\`\`\`text\n${shown}\n\`\`\``;
}

/** Without what is different every time: where the folder lies, its hash, and how long things took. */
function normalised(transcript: string, shop: string): string {
  return transcript
    .replace(/\n\$$/, "")
    .replaceAll(shop, "/home/me/shop")
    .replace(/folders\/shop-[0-9a-f]{16}/g, "folders/shop-0123456789abcdef")
    .replace(/--resume [0-9a-f]{8}/, "--resume 9ae2463d")
    .replace(/\[exit (\d+) · [^\]]+\]/g, "[exit $1]")
    .replace(/· [\d.]+ m?s$/gm, "· 0.9 s")
    .trimEnd();
}

// The probes in five loops, each by itself: the table of README.md; and programs in four code modes: that of the README
// beside this file. With `--write` they are put there.
import { readFileSync, writeFileSync } from "node:fs";
import { besideTable } from "./beside-table.ts";
import { programTable } from "./programs/program-table.ts";

// A tool that outlives its loop may still reject, which is what some probes are about.
process.on("unhandledRejection", () => undefined);
print(new URL("../../README.md", import.meta.url), await besideTable());
print(new URL("README.md", import.meta.url), programTable());
process.exit(0);

function print(readme: URL, table: string): void {
  console.log(`${table}\n`);
  if (!process.argv.includes("--write")) return;
  const text = readFileSync(readme, "utf8");
  writeFileSync(readme, text.replace(/(?<=<!-- npm run beside -->\n)(?:\|.*\n)+/, `${table}\n`));
}

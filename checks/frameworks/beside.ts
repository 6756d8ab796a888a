// The probes in five loops, each by itself: the table of README.md. With `--write` it is put there.
import { readFileSync, writeFileSync } from "node:fs";
import { besideTable } from "./beside-table.ts";

const README = new URL("../../README.md", import.meta.url);
const TABLE = /(?<=<!-- npm run beside -->\n)(?:\|.*\n)+/;

// A tool that outlives its loop may still reject, which is what some probes are about.
process.on("unhandledRejection", () => undefined);
const table = await besideTable();
console.log(table);
if (process.argv.includes("--write")) writeFileSync(README, readFileSync(README, "utf8").replace(TABLE, `${table}\n`));
process.exit(0);

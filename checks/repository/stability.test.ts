import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isLive } from "@toolwright/core";
import { expect, it } from "vitest";
import { MIGRATIONS } from "../../agent/store/src/sqlite/database/schema.ts";
import { packageFolders } from "./source-files.ts";
import * as words from "./wire-words.ts";

const page = readFileSync("docs/stability.md", "utf8");

/** The block behind a heading of the page. */
function listed(heading: string): string[] {
  const [, block = ""] =
    new RegExp(`^## ${heading}$[\\s\\S]*?^\`\`\`text\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(page) ?? [];
  return block.trim().split("\n");
}

const namesOf = (record: object) => [Object.keys(record).join(" ")];

function routes(): string[] {
  const sources = readdirSync("agent/server/src", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.includes(".test"))
    .map((name) => readFileSync(join("agent/server/src", name), "utf8"));
  const written = sources.flatMap((text) => [...text.matchAll(/\bapp\.(get|post|put|patch|delete)\(\s*"([^"]+)"/g)]);
  return written.map(([, verb = "", path]) => `${verb.toUpperCase()} ${path}`).sort();
}

/** A line a package: its name, and its entries beside the main one. */
function entries(): string[] {
  const manifests = packageFolders().map((folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
  const offered = manifests.map(({ name, exports }: { name: string; exports: object }) => [
    name,
    ...Object.keys(exports)
      .filter((path) => !/^\.(?:\/internal(?:\/.*)?|\/package\.json)?$/.test(path))
      .map((path) => path.slice(1))
      .sort(),
  ]);
  return offered.map((line) => line.join(" ")).sort();
}

it.each([
  { heading: "Packages and entries", found: entries },
  {
    heading: "Events",
    found: () =>
      Object.entries(words.payloads).map(([type, data]) => {
        const live = isLive(type as keyof typeof words.payloads) ? " (live)" : "";
        return `${type}${live}: ${Object.keys(data).join(" ")}`;
      }),
  },
  { heading: "Error codes of calls", found: () => namesOf(words.errorCodes) },
  { heading: "How runs end", found: () => namesOf(words.stopReasons) },
  { heading: "How model calls end", found: () => namesOf(words.finishReasons) },
  { heading: "Errors of models and runs", found: () => namesOf(words.modelErrorCodes) },
  { heading: "Errors of a store", found: () => namesOf(words.storeErrorCodes) },
  { heading: "States of a thread", found: () => namesOf(words.threadStatuses) },
  { heading: "Routes", found: routes },
  {
    heading: "The database",
    found: () =>
      MIGRATIONS.map((step, index) => `${index + 1} ${createHash("sha256").update(step).digest("hex").slice(0, 16)}`),
  },
])("$heading: what others store or send is what docs/stability.md says", ({ heading, found }) => {
  expect(listed(heading)).toEqual(found());
});

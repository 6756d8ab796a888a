import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { sedScriptIsHarmless } from "./sed.ts";

/** So many scripts are run; `npm run test:long` plays at full length. */
const MOST = process.env.LONG_PLAY === undefined ? 60 : 400;

it("no script that is called harmless runs or writes anything in the real sed", () => {
  const directory = mkdtempSync(join(tmpdir(), "sed-"));
  writeFileSync(join(directory, "in"), "touch ran\nb\nw out\n");
  const pieces = [
    "s",
    "/",
    "a",
    "b",
    "e",
    "w",
    "p",
    ";",
    "1",
    ",",
    "$",
    "!",
    "{",
    "}",
    "[",
    "]",
    "\\",
    "\n",
    " ",
    "|",
    "touch ran",
    "out",
    "d",
    "y",
    "g",
    "I",
    "*",
    ".",
    "&",
    "^",
    "r",
    "#",
    "e touch ran",
    "w out",
  ];
  const scripts = fc.sample(
    fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((parts) => parts.join("")),
    { numRuns: 100 * MOST, seed: 7 },
  );
  const harmless = [...new Set(scripts)].filter(sedScriptIsHarmless).slice(0, MOST);
  for (const script of harmless) spawnSync("sed", ["-n", script, "in"], { cwd: directory, timeout: 1_000 });
  expect(harmless.length).toBeGreaterThan(MOST / 4);
  expect(readdirSync(directory)).toEqual(["in"]);
  rmSync(directory, { recursive: true });
});

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { sedScriptIsHarmless } from "./sed.ts";

it.each([
  "p",
  "1,5p",
  "$d",
  "/a/,/b/p",
  "/a/!d",
  "s/a/b/",
  "s/a/b/gI2p",
  "s|a|b|;s,c,d,g",
  "y/ab/cd/",
  "1~2p",
  "/x/{p;d}",
  "3q",
  "=",
  ":a;N;ba",
  "s/a\\/b/c/",
])("%j is harmless", (script) => expect(sedScriptIsHarmless(script)).toBe(true));

it.each([
  "e",
  "e id",
  "1e id",
  "s/a/b/e",
  "s/a/b/ge",
  "s/a/b/w f",
  "w f",
  "W f",
  "r f",
  "R f",
  "a text",
  "i text",
  "c text",
  "p;e id",
  "/a/e id",
  "{e id",
  "s/a/b",
  "s/[/]/x/;e id",
  "F",
  "v",
  "p\ne id",
  "1,2!e id",
  "s/a\nb/c/",
  "\\,x,e id",
  "0~3w f",
])("%j is not known to be", (script) => expect(sedScriptIsHarmless(script)).toBe(false));

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
    { numRuns: 40_000, seed: 7 },
  );
  const harmless = [...new Set(scripts)].filter(sedScriptIsHarmless).slice(0, 400);
  for (const script of harmless) spawnSync("sed", ["-n", script, "in"], { cwd: directory, timeout: 1_000 });
  expect(harmless.length).toBeGreaterThan(100);
  expect(readdirSync(directory)).toEqual(["in"]);
  rmSync(directory, { recursive: true });
}, 60_000);

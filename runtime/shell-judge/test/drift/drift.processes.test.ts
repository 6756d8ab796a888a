import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Command, OptionSpec } from "../../src/grammar/grammar.ts";
import { grammarOf } from "../../src/grammar/programs/programs.ts";
import { helpOptions, readHelp } from "./help-options.ts";

/** Programs whose help lists every option, and how it is asked for. */
const HELP: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    (
      "ls cat head tail wc nl tac cut paste fold fmt join comm sort uniq shuf tr md5sum sha256sum base64 od du df stat realpath readlink " +
      "basename dirname date uname id nproc seq numfmt cp mv rm mkdir touch tee chmod install ln grep sed diff cmp tar free uptime pgrep column"
    )
      .split(" ")
      .map((name) => [name, ["--help"]]),
  ),
  curl: ["--help", "all"],
  rg: ["--help"],
  fd: ["--help"],
  wget: ["--help"],
  file: ["--help"],
  gzip: ["--help"],
};

/** Options that only newer versions have, or to which newer ones give a value; elsewhere the program refuses them. */
const NEWER: Readonly<Record<string, readonly string[]>> = {
  wc: ["--total"],
  cp: ["--update"],
  mv: ["--update"],
  rg: ["--stop-on-nonmatch"],
  // Its help for one subject takes the subject as a word, which no form of ours has.
  curl: ["--help"],
};

describe("a grammar and the program that is installed", () => {
  it.each(Object.keys(HELP))("%s knows each option, with a value where we read one", (name) => {
    const said = helpOptions(name, HELP[name] ?? []);
    const grammar = grammarOf(name);
    if (said === undefined || said.size < 3 || grammar === undefined) {
      console.log(`drift: ${name} is not installed, or its help lists nothing`);
      return;
    }
    const drifted = [...optionsOf(grammar)].flatMap(([option, spec]) => {
      if (!option.startsWith("--") || NEWER[name]?.includes(option)) return [];
      const form = said.get(option);
      if (form === undefined) return [`${option} is not in its help`];
      const ours = spec.value === "separate" ? "either" : spec.value;
      // A value that may be left out is only ever taken behind `=`, also where the help shows no brackets.
      return form === ours || (ours === "attached" && form === "either")
        ? []
        : [`${option}: we read ${ours}, its help says ${form}`];
    });
    expect(drifted).toEqual([]);
  });
});

describe("jq, whose help is short", () => {
  it.skipIf(spawnSync("jq", ["--version"]).error !== undefined)(
    "takes each option that we know, with its values",
    () => {
      const grammar = grammarOf("jq");
      if (grammar === undefined) throw new Error("jq has no grammar");
      const file = fileURLToPath(new URL("../../package.json", import.meta.url));
      const given = (spec: OptionSpec) =>
        spec.value === "none"
          ? []
          : spec.second === undefined
            ? ["1"]
            : ["x", spec.second.name === "read" ? file : "1"];
      const refused = [...optionsOf(grammar)].filter(([option, spec]) => {
        if (/^(?:--raw-output0|--stream-errors|-V)$/.test(option)) return false;
        return spawnSync("jq", [option, ...given(spec), "-n", "1"], { input: "" }).status === 2;
      });
      expect(refused.map(([option]) => option)).toEqual([]);
    },
  );
});

describe("the reading of help", () => {
  it("sees an option, a value and an optional value", () => {
    expect([
      ...readHelp("  -a, --all   x\n  --size=N  y\n  --color[=WHEN]\n  --glob <GLOB>\n      --max NUM  z"),
    ]).toEqual([
      ["--all", "none"],
      ["--size", "either"],
      ["--color", "attached"],
      ["--glob", "either"],
      ["--max", "either"],
    ]);
  });
});

function optionsOf({ forms, subcommands }: Command): ReadonlyMap<string, OptionSpec> {
  return new Map(subcommands.size > 0 ? [] : forms.flatMap(({ options }) => [...options]));
}

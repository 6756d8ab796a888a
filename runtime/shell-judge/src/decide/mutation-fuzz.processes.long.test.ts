import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readPolicy } from "../rules/policy-file.ts";
import { commandLineJudge } from "./judge.ts";

/** So many lines are run; `npm run test:long` plays at full length. */
const MOST = process.env.LONG_PLAY === undefined ? 100 : 500;

/** `zap` is a program that leaves a mark and that no rule allows. These lines hold it in and out of harm's way. */
const LINES = (
  "zap|true; zap|true && zap|echo a && zap|true & zap|(zap)|{ zap; }|if zap; then true; fi|case x in x) zap;; esac|f() { zap; }; f|" +
  "echo $(zap)|echo `zap`|echo \"$(zap)\"|cat <(zap)|echo 'zap'|echo \"zap\"|# zap|true # zap|echo a\\\nzap|echo $'zap'|[[ a == zap ]]|" +
  "cat <<E\n$(zap)\nE|cat <<'E'\n$(zap)\nE\ntrue|cat <<\\E\n zap\nE\n|cat <<-E\n\tzap\n\tE\n|cat <<< 'zap'|echo {a,zap}|echo a#zap|echo \\zap|" +
  "echo '\"'zap'\"'|cat <<'E' <<F\n$(zap)\nE\nzap\nF|echo $((1+2)) zap|for i in a zap; do echo \"$i\"; done|case zap in zap) echo zap;; esac|" +
  "echo a;zap|echo $(echo $(echo zap))|echo $(cat <<E\nzap\nE\n)|true zap <<E; echo zap\nzap\nE"
).split("|");

const PIECES = (
  "zap,echo,$x,§{x:-,§{x,},$(,$((,)),),`,`,',',\",\",\\,\n,\n,;,;,&&,&,<,<<E,<<'E',<<-E,E,\nE\n,\n\tE\n,<<<,<(,(,{,},if,then,fi,for,in,do,done,case,esac,;;," +
  "x),f(),[[,]],[,],=,A=,time,!,$',$\",#,\t, , ,\\\n,{fd}>&1,2>&1,@P,a[,((,coproc,=~,@(,?(,*,~,{a,--,|&,;&,$[,§{!,§{#"
)
  .replaceAll("§", "$")
  .split(",");

let base = "";

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "mutation-")));
  for (const name of ["work", "home", "bin"]) mkdirSync(join(base, name));
  writeFileSync(join(base, "bin", "zap"), `#!/bin/sh\n: > ${base}/mark\n`, { mode: 0o755 });
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

type Mutation = readonly [kind: number, at: number, to: number, piece: string];

/** Inserts a piece, drops a character, or doubles a stretch, at places given in thousandths of the line. */
function mutate(line: string, [kind, at, to, piece]: Mutation): string {
  const from = Math.floor((at / 1_000) * line.length);
  const until = Math.floor((to / 1_000) * line.length);
  if (kind === 0) return line.slice(0, from) + line.slice(from + 1);
  if (kind === 1) return line.slice(0, Math.max(from, until)) + line.slice(Math.min(from, until));
  return line.slice(0, from) + piece + line.slice(from);
}

function run(line: string): boolean {
  const env = { PATH: `${base}/bin:/usr/bin:/bin`, HOME: `${base}/home` };
  spawnSync("/bin/bash", ["-c", line], { cwd: join(base, "work"), env, stdio: "ignore", timeout: 3_000 });
  return existsSync(join(base, "mark")) || readdirSync(join(base, "work")).length > 0;
}

it("a mutated line that is judged allow runs nothing that no rule allows", () => {
  const parsed = readPolicy({ allow: ["Bash(echo:*)", "Bash(cat:*)", "Bash(true:*)"] });
  if (!parsed.ok) throw new Error(parsed.message);
  const judge = commandLineJudge({ cwd: join(base, "work"), home: join(base, "home"), policy: parsed.policy });
  const place = fc.integer({ min: 0, max: 1_000 });
  const mutation = fc.tuple(fc.integer({ min: 0, max: 3 }), place, place, fc.constantFrom(...PIECES));
  const line = fc
    .tuple(fc.constantFrom(...LINES), fc.constantFrom("zap", "zap", ...LINES), fc.array(mutation, { maxLength: 3 }))
    .map(([outer, inner, mutations]) =>
      mutations.reduce(
        mutate,
        outer.replaceAll("zap", () => inner),
      ),
    );
  const allowed = [...new Set(fc.sample(line, { numRuns: 16 * MOST, seed: 20_261_121 }))]
    .filter((text) => text.includes("zap") && judge(text).verdict === "allow")
    .slice(0, MOST);
  expect(run("zap")).toBe(true);
  rmSync(join(base, "mark"));
  expect(allowed.filter(run)).toEqual([]);
  expect(allowed.length).toBeGreaterThan(MOST / 2);
});

// Runs the programs of docs/cookbook.md as their readers do: packages from tarballs in an empty project, types as
// strict as TypeScript can, no cast; each program prints what the page says, and the last is bundled for a browser.
// Exits 0 when all of it holds. Needs the npm registry; the program for PostgreSQL is passed over where there is none.
// `--keep FOLDER` works in that folder and leaves the project there.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";
import { findPostgres } from "../../agent/store/test/postgres/support/find-postgres.ts";
import { startPostgres } from "../../agent/store/test/postgres/support/postgres-server.ts";
import { packPackages } from "../../scripts/pack.mjs";
import { programsIn, shortcutsIn } from "./programs.ts";

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: "es2023",
  lib: ["ESNext", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
  module: "nodenext",
  jsx: "react-jsx",
  types: ["node"],
  outDir: "made",
  rootDir: ".",
};

/** Of a line about a call, what is new in each run, and the sentence: as `scripts/check-docs.mjs` has it. */
const VARYING = / toolCallId=\S+| durationMs=\S+|(?<=^Tool call .*) text=.*$/gm;

const kept = process.argv.includes("--keep") ? process.argv[process.argv.indexOf("--keep") + 1] : undefined;
const folder = kept === undefined ? mkdtempSync(join(tmpdir(), "toolwright-cookbook-")) : resolve(kept);
const project = join(folder, "project");
const programs = programsIn(readFileSync("docs/cookbook.md", "utf8"));
let failed = 0;
try {
  await install();
  for (const { file, code } of programs) report(`${file} takes no shortcut`, shortcutsIn(code));
  report("the types are right", typeCheck());
  await runAll();
  report("the last one bundles for a browser, and imports nothing of Node", await importsOfBundle(programs.at(-1)));
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}
console.log(failed === 0 ? `${programs.length} programs hold.` : `${failed} checks failed.`);
process.exitCode = failed === 0 ? 0 : 1;

async function install() {
  mkdirSync(project, { recursive: true });
  const packed = await packPackages({ folder });
  const manifest = JSON.parse(readFileSync("checks/cookbook/package.json", "utf8"));
  const own = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));
  const dependencies = { ...manifest.dependencies, ...own };
  writeFileSync(join(project, "package.json"), JSON.stringify({ ...manifest, dependencies, overrides: own }));
  const words = ["install", "--no-audit", "--no-fund", "--ignore-scripts"];
  const { status, stdout, stderr } = run("npm", words);
  if (status !== 0) throw new Error(`npm install failed\n${stdout}${stderr}`);
  for (const { file, code } of programs) writeFileSync(join(project, file), code);
  writeFileSync(
    join(project, "tsconfig.json"),
    JSON.stringify({ compilerOptions: STRICT, include: ["*.ts", "*.tsx"] }),
  );
}

function typeCheck() {
  const { status, stdout } = run(process.execPath, [join(project, "node_modules/typescript/bin/tsc"), "-p", project]);
  const errors = status === 0 ? [] : stdout.split(/\n(?=\S)/).filter((error) => error.trim() !== "");
  const [others, ours] = [errors.filter(isOfOthers), errors.filter((error) => !isOfOthers(error))];
  const names = new Set(others.map((error) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(error)?.[1]));
  if (names.size > 0) console.log(`– not as strict in their own declarations: ${[...names].join(", ")}`);
  return ours;
}

/** Some packages do not compile themselves without `skipLibCheck`. Ours have to, and the programs. */
function isOfOthers(error) {
  return /^node_modules\/(?!@?toolwright\/)/.test(error);
}

async function runAll() {
  const postgres = findPostgres() === undefined ? undefined : await startPostgres();
  try {
    for (const program of programs) {
      if (program.needsDatabase && postgres === undefined)
        console.log(`– ${program.file}: there is no PostgreSQL here`);
      else report(`${program.file} prints what the page says`, printed(program, postgres?.url));
    }
  } finally {
    await postgres?.end();
  }
}

function printed({ file, expected, told }, url) {
  const withoutKeys = Object.entries(process.env).filter(([name]) => !name.endsWith("_API_KEY"));
  const env = { ...Object.fromEntries(withoutKeys), NO_COLOR: "1", ...(url !== undefined && { DATABASE_URL: url }) };
  const { stdout, stderr } = run(process.execPath, [join("made", file.replace(/tsx?$/, "js"))], {
    env,
    timeout: 60_000,
  });
  const isRight = stdout.trimEnd() === expected.trimEnd() && stderr.replaceAll(VARYING, "") === told;
  return isRight ? [] : [`it printed:\n${stdout}${stderr}`];
}

async function importsOfBundle({ file }) {
  const input = join(project, "made", file.replace(/tsx?$/, "js"));
  const build = await rolldown({ input, cwd: project, platform: "browser", logLevel: "silent" });
  const { output } = await build.generate({ format: "esm" });
  await build.close();
  return output.flatMap(({ imports = [] }) => imports).filter((name) => name.startsWith("node:"));
}

function run(program, words, options = {}) {
  return spawnSync(program, words, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024, cwd: project, ...options });
}

function report(claim, problems) {
  console.log(`${problems.length === 0 ? "✓" : "✗"} ${claim}`);
  for (const problem of problems) console.error(`  ${problem.split("\n").slice(0, 40).join("\n  ")}`);
  failed += problems.length === 0 ? 0 : 1;
}

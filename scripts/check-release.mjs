// What a user gets: packs every package, installs the tarballs in an empty project, and there runs the README's program
// and imports every entry on each supported Node, type-checks a consumer as strictly as TypeScript can, and bundles for
// the browser. Exits 0 when all of it works. Needs the npm registry and nothing else.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { oddFiles } from "./odd-files.mjs";
import { packPackages } from "./pack.mjs";
import { packageFolders } from "./package-folders.mjs";
import { repositoryUrl, staleManifests } from "./sync-manifests.mjs";

const NODES = ["20", "22", "24"];
/** What a page loads. */
const BROWSER_ENTRIES = [
  ...["@toolwright/core", "@toolwright/core/testing", "@toolwright/view", "@toolwright/edits", "@toolwright/models"],
];

const folder = mkdtempSync(join(tmpdir(), "toolwright-release-"));
const project = join(folder, "project");
const packages = packageFolders().map((cwd) => ({
  cwd,
  manifest: JSON.parse(readFileSync(`${cwd}/package.json`, "utf8")),
}));
let failed = 0;

try {
  if (repositoryUrl() === undefined)
    console.log("The root's package.json names no repository: packages have no address yet.");
  report("manifests agree with the root", () => staleManifests().map(({ file }) => `${file}: run "npm run manifests"`));
  const tarballs = await pack();
  install(tarballs);
  for (const version of NODES) runOn(version);
  typeCheck();
  await bundle();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(failed === 0 ? "The packages can be released." : `${failed} checks failed.`);
process.exitCode = failed === 0 ? 0 : 1;

async function pack() {
  const packed = await packPackages({ folder });
  must("write the reference", run("node", ["scripts/write-reference.mjs"]));
  for (const one of packed) {
    const { manifest } = packages.find(({ cwd }) => cwd === one.cwd);
    report(`${one.name}: ${one.files.length} files, ${Math.ceil(one.bytes / 1_000)} kB`, () => oddFiles(one, manifest));
  }
  return packed.map(({ tarball }) => tarball);
}

function install(tarballs) {
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{"private":true,"type":"module"}');
  const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const beside = ["zod", "typescript", "@types/node"].map((name) => `${name}@${devDependencies[name]}`);
  const web = packages.find(({ manifest }) => manifest.name === "@toolwright/web")?.manifest.devDependencies ?? {};
  const peers = ["react", "react-dom", "@types/react", "@assistant-ui/react"].map((name) => `${name}@${web[name]}`);
  const words = ["install", "--no-audit", "--no-fund", ...tarballs, ...beside, ...peers];
  must("install in an empty project", run("npm", words, { cwd: project }));
}

function runOn(version) {
  const home = join(folder, `node-${version}`);
  mkdirSync(home);
  writeFileSync(join(home, "package.json"), '{"private":true,"allowScripts":{"node":true}}');
  must(`install Node ${version}`, run("npm", ["install", "--no-audit", "--no-fund", `node@${version}`], { cwd: home }));
  const node = join(home, "node_modules/node/bin/node");
  const { stdout } = run(node, ["--version"]);
  report(`Node ${stdout.trim()} runs the README's program`, () => runReadme(node));
  report(`Node ${stdout.trim()} imports every entry`, () => importAll(node, Number(version)));
  report(`Node ${stdout.trim()} runs the command`, () => {
    const words = ["node_modules/.bin/toolwright", "run", "--model", "offline", "--json", "list the files here"];
    const { status, stdout: lines, stderr } = run(node, words, { cwd: project });
    return status === 0 && /"type":"done"/.test(lines) ? [] : [stderr || lines];
  });
}

/** The first program of the README, its types taken off, must print what the README says. */
function runReadme(node) {
  const [, code = "", expected = ""] =
    /```ts\n\/\/ run\n([\s\S]*?)```\n+```text\n([\s\S]*?)```/.exec(readFileSync("README.md", "utf8")) ?? [];
  writeFileSync(join(project, "readme.mts"), code);
  must("compile the README's program", compile(["readme.mts", "--outDir", "compiled", ...moduleFlags("nodenext")]));
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.endsWith("_API_KEY")));
  const { stdout, stderr } = run(node, ["compiled/readme.mjs"], { cwd: project, env });
  return stdout.trim() === expected.trim() ? [] : [`it printed:\n${stdout}${stderr}`];
}

/** Every entry that this Node is meant for, but stylesheets and what only a page can load. */
function importAll(node, version) {
  const entries = packages.flatMap(({ manifest }) => {
    const lowest = Number(/\d+/.exec(manifest.engines?.node ?? "0")?.[0]);
    return lowest > version ? [] : entriesOf(manifest);
  });
  return entries.flatMap((entry) => {
    const program = `await import(${JSON.stringify(entry)})`;
    const { status, stderr } = run(node, ["--input-type=module", "-e", program], { cwd: project });
    return status === 0 ? [] : [`${entry}: ${stderr.trim()}`];
  });
}

function entriesOf({ name, exports }) {
  return Object.entries(exports)
    .filter(([path, { default: file }]) => file?.endsWith(".js") && !path.includes("ajv"))
    .map(([path]) => name + path.slice(1));
}

function typeCheck() {
  const entries = packages.flatMap(({ manifest }) => entriesOf(manifest));
  const imports = entries.map((entry, index) => `import * as entry${index} from ${JSON.stringify(entry)};`);
  const uses = `export const all = [${entries.map((_, index) => `entry${index}`).join(", ")}];`;
  writeFileSync(join(project, "consumer.ts"), `${imports.join("\n")}\n${uses}\n`);
  copyFileSync("scripts/release-consumer.ts", join(project, "program.ts"));
  copyFileSync("scripts/release-results.ts", join(project, "results.ts"));
  for (const moduleKind of ["nodenext", "bundler"]) {
    report(`a consumer type-checks under ${moduleKind}`, () => {
      const { status, stdout } = compile([
        "consumer.ts",
        "program.ts",
        "results.ts",
        "readme.mts",
        "--declaration",
        "--emitDeclarationOnly",
        "--outDir",
        "declared",
        ...moduleFlags(moduleKind),
      ]);
      return status === 0 ? [] : [stdout];
    });
  }
}

function moduleFlags(kind) {
  const resolution = kind === "bundler" ? ["--module", "esnext", "--moduleResolution", "bundler"] : ["--module", kind];
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--skipLibCheck", "false"];
  const platform = ["--target", "es2023", "--lib", "ESNext,DOM,DOM.Iterable", "--types", "node", "--jsx", "react-jsx"];
  return [...resolution, ...strict, ...platform];
}

function compile(words) {
  return run(process.execPath, [join(project, "node_modules/typescript/bin/tsc"), ...words], { cwd: project });
}

/** A page's bundler must find everything, and nothing of Node. */
async function bundle() {
  for (const entry of BROWSER_ENTRIES) {
    const input = join(project, "page.mjs");
    writeFileSync(input, `export * from ${JSON.stringify(entry)};`);
    const build = await rolldown({ input, cwd: project, platform: "browser", logLevel: "silent" });
    const { output } = await build.generate({ format: "esm", minify: true });
    await build.close();
    const outside = output.flatMap(({ imports = [] }) => imports).filter((name) => name.startsWith("node:"));
    report(`${entry} bundles for a page`, () => outside.map((name) => `it imports ${name}`));
  }
}

function run(program, words, options = {}) {
  return spawnSync(program, words, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024, ...options });
}

function must(what, { status, stdout, stderr }) {
  if (status === 0) return;
  console.error(`✗ ${what}\n${stdout}${stderr}`);
  rmSync(folder, { recursive: true, force: true });
  process.exit(1);
}

function report(what, check) {
  const problems = check();
  console.log(`${problems.length === 0 ? "✓" : "✗"} ${what}`);
  for (const problem of problems) console.error(`  ${problem.split("\n").slice(0, 40).join("\n  ")}`);
  failed += problems.length === 0 ? 0 : 1;
}

// Packs the packages as they would be published. `npm run tarballs -- FOLDER` leaves them in FOLDER, and prints how a
// project installs them: that is the way until they are published.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { packageFolders } from "./package-folders.mjs";
import { writePackagePages } from "./pages/package-pages.ts";
import { stagePackage } from "./stage-package.mjs";
import { repositoryUrl } from "./sync-manifests.mjs";

/** More on two cores would only wait for each other. */
const AT_ONCE = 4;

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [, , folder] = process.argv;
  if (folder === undefined) {
    console.error("There is no folder to put the packages into: npm run tarballs -- FOLDER");
    process.exitCode = 1;
  } else {
    mkdirSync(folder, { recursive: true });
    const packed = await packPackages({ folder: resolve(folder) });
    for (const { name, tarball } of packed) console.log(`${name.padEnd(24)} ${tarball}`);
    const first = packed.filter(({ name }) => /\/(core|models)$/.test(name)).map(({ tarball }) => tarball);
    console.log(`\nIn your project: npm install ${first.join(" ")} zod`);
  }
}

/** Packs these packages into a folder: each with its name, its tarball, its files and their size. */
export async function packPackages({ folder, packages = packageFolders(), isBuilt = false }) {
  if (!isBuilt) await buildAnew();
  const staged = mkdtempSync(join(tmpdir(), "toolwright-staged-"));
  try {
    for (const cwd of packages) await stagePackage({ cwd, folder: join(staged, cwd) });
    writePackagePages({ root: staged, url: repositoryUrl() });
    return await packStaged({ folder, packages, staged });
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

/** No tarball holds a file whose source is gone. */
async function buildAnew() {
  succeeded("clean", await run("npx", ["tsc", "-b", "--clean"]));
  succeeded("build", await run("npm", ["run", "--silent", "prepare"]));
}

/** One npm for all of them: to start it takes longer than to pack. */
async function packStaged({ folder, packages, staged }) {
  const words = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const folders = packages.map((cwd) => `./${cwd}`);
  const packed = Object.values(
    JSON.parse(succeeded("pack", await run("npm", [...words, ...folders], { cwd: staged }))),
  ).flat();
  return packages.map((cwd) => {
    const { name: own } = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"));
    const { name, filename, files, unpackedSize } = packed.find((one) => one.name === own);
    return { cwd, name, tarball: join(folder, filename), files: files.map(({ path }) => path), bytes: unpackedSize };
  });
}

/** Does the same with each of them, a few at once, and gives the results in their order. */
export async function inTurns(all, work) {
  const results = [];
  const waiting = all.map((one, place) => ({ one, place }));
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results[next.place] = await work(next.one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

/** Runs a program to its end, whatever that is. */
export function run(program, words, options = {}) {
  return new Promise((done) => {
    const child = spawn(program, words, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (piece) => (stdout += piece));
    child.stderr.setEncoding("utf8").on("data", (piece) => (stderr += piece));
    child.on("close", (status) => done({ status, stdout, stderr }));
  });
}

function succeeded(step, { status, stdout, stderr }) {
  if (status !== 0) throw new Error(`${step} failed\n${stdout}${stderr}`);
  return stdout;
}

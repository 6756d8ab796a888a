// Packs the packages as they would be published. `npm run tarballs -- FOLDER` leaves them in FOLDER, and prints how a
// project installs them: that is the way until they are published.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { packageFolders } from "./package-folders.mjs";

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

/** Builds everything anew, and packs these packages into a folder: each with its name, its tarball and its files. */
export async function packPackages({ folder, packages = packageFolders() }) {
  succeeded("build", await run("node", ["scripts/prepack.mjs"]));
  return inTurns(packages, async (cwd) => {
    // What a script of theirs would do before was done once.
    const words = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
    const [{ name, filename, files }] = Object.values(
      JSON.parse(succeeded(`pack ${cwd}`, await run("npm", words, { cwd }))),
    ).flat();
    return { cwd, name, tarball: join(folder, filename), files: files.map(({ path }) => path) };
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

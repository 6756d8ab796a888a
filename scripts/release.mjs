// Releases all packages: packs them, looks at each tarball, writes an SBOM of all that a user installs with them, and
// publishes them with provenance, each after those that it needs. `--dry-run` does the same and publishes nothing. The
// tarballs and `sbom.cdx.json` are in `.release/` then.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { inTurns, packPackages, run } from "./pack.mjs";
import { repositoryUrl, staleManifests } from "./sync-manifests.mjs";
import { tarballProblems } from "./tarball-problems.mjs";

const isDry = process.argv.includes("--dry-run");
const folder = resolve(".release");
const obstacles = [
  ...(repositoryUrl() === undefined
    ? ["package.json of the root names no repository: set it, then npm run manifests"]
    : []),
  ...(readdirSync(".changeset").some((name) => /^(?!README).*\.md$/.test(name))
    ? [".changeset/ holds changes of no version yet: npx changeset version"]
    : []),
];
for (const obstacle of obstacles) console.log(`${isDry ? "before a release" : "✗"}: ${obstacle}`);
if (obstacles.length > 0 && !isDry) process.exit(1);

const stale = staleManifests().map(({ file }) => `${file} differs from the root: run "npm run manifests"`);
stopAt("manifests", stale);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const packed = (await packPackages({ folder })).map((one) => ({
  ...one,
  manifest: JSON.parse(readFileSync(join(one.cwd, "package.json"), "utf8")),
}));
for (const one of packed) {
  const step = `${one.name}: ${one.files.length} files, ${Math.ceil(one.bytes / 1_000)} kB`;
  stopAt(step, await tarballProblems(one, one.manifest));
}
const bill = writeBill();
// One after the other where it counts: nobody may find a package whose own are not there yet.
const ordered = inOrder(packed);
const published = isDry ? await inTurns(ordered, publish) : await oneByOne(ordered);
for (const { name, problems } of published)
  stopAt(`${name} ${isDry ? "would be published" : "is published"}`, problems);
stopAt(".release/sbom.cdx.json", await bill);
console.log(isDry ? "Nothing was published." : "All packages are published.");

/** A list of every package that comes with ours, in CycloneDX, by the newest versions that their ranges allow. */
async function writeBill() {
  const project = join(folder, "toolwright");
  mkdirSync(project);
  const [{ manifest }] = packed;
  const dependencies = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({ name: "toolwright-release", version: manifest.version, private: true, dependencies }),
  );
  const words = ["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"];
  const locked = await run("npm", words, { cwd: project });
  if (locked.status !== 0) return [locked.stderr];
  const bill = await run("npm", ["sbom", "--package-lock-only", "--sbom-format", "cyclonedx"], { cwd: project });
  if (bill.status !== 0) return [bill.stderr];
  writeFileSync(join(folder, "sbom.cdx.json"), bill.stdout);
  rmSync(project, { recursive: true });
  return [];
}

/** Each after those of ours that it needs. */
function inOrder(all) {
  const done = [];
  const add = (one) => {
    if (done.includes(one)) return;
    for (const name of Object.keys(one.manifest.dependencies ?? {})) {
      const needed = all.find((other) => other.name === name);
      if (needed !== undefined) add(needed);
    }
    done.push(one);
  };
  for (const one of all) add(one);
  return done;
}

async function publish({ name, tarball }) {
  const words = ["publish", tarball, "--provenance", "--access", "public", ...(isDry ? ["--dry-run"] : [])];
  const { status, stdout, stderr } = await run("npm", words);
  return { name, problems: status === 0 ? [] : [stdout + stderr] };
}

/** Ends at the first that fails. */
async function oneByOne(all) {
  const results = [];
  for (const one of all) {
    results.push(await publish(one));
    if (results.at(-1).problems.length > 0) break;
  }
  return results;
}

/** Says what was done, or ends the release with what is wrong. */
function stopAt(step, problems) {
  console.log(`${problems.length === 0 ? "✓" : "✗"} ${step}`);
  for (const problem of problems) console.error(`  ${problem.split("\n").slice(0, 40).join("\n  ")}`);
  if (problems.length > 0) process.exit(1);
}

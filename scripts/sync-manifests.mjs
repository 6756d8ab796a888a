// Writes into every package what all of them have in common, from the root's package.json: where the repository is,
// that the package is public, which keywords it is found by. With `--check` it writes nothing and fails where something
// differs. While the root names no repository, no package gets an address: none is invented.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { packageFolders } from "./package-folders.mjs";

const SHARED_KEYWORDS = ["llm", "agent", "tools", "tool-calling", "function-calling"];

const ORDER = (
  "name version description keywords type sideEffects license repository bugs homepage engines bin files exports " +
  "publishConfig scripts dependencies peerDependencies peerDependenciesMeta devDependencies"
).split(" ");

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const stale = staleManifests();
  if (process.argv.includes("--check")) {
    for (const { file } of stale) console.error(`${file} differs from the root: run "npm run manifests".`);
    process.exitCode = stale.length === 0 ? 0 : 1;
  } else {
    for (const { file, text } of stale) writeFileSync(file, text);
    console.log(
      stale.length === 0 ? "Every package is up to date." : stale.map(({ file }) => `wrote ${file}`).join("\n"),
    );
  }
}

/** The address of the repository that the root names, or undefined. */
export function repositoryUrl() {
  const { repository } = JSON.parse(readFileSync("package.json", "utf8"));
  return typeof repository === "string" && repository !== "" ? repository.replace(/\/$/, "") : undefined;
}

/** The files of the packages that are not what they should be, with what they should be. */
export function staleManifests() {
  const url = repositoryUrl();
  return packageFolders()
    .flatMap((folder) => [manifestOf(folder, url), readmeOf(folder, url)])
    .filter(({ file, text }) => existsSync(file) && readFileSync(file, "utf8") !== text);
}

function manifestOf(folder, url) {
  const file = `${folder}/package.json`;
  const { scripts, dependencies, ...manifest } = JSON.parse(readFileSync(file, "utf8"));
  const { repository, bugs, homepage, publishConfig, keywords, ...own } = manifest;
  const address = url && {
    repository: { type: "git", url: `git+${url}.git`, directory: folder },
    bugs: `${url}/issues`,
    homepage: `${url}/tree/main/${folder}#readme`,
  };
  const shared = {
    keywords: [...new Set([...SHARED_KEYWORDS, ...(keywords ?? [])])],
    ...address,
    publishConfig: { access: "public" },
    scripts: { ...scripts, prepack: "node ../../scripts/refuse-to-pack.mjs" },
    ...(dependencies && { dependencies }),
  };
  return { file, text: `${JSON.stringify(inOrder({ ...own, ...shared }), null, 2)}\n` };
}

function inOrder(manifest) {
  const keys = Object.keys(manifest).sort((one, other) => place(one) - place(other));
  return Object.fromEntries(keys.map((key) => [key, manifest[key]]));
}

function place(key) {
  const index = ORDER.indexOf(key);
  return index === -1 ? ORDER.length : index;
}

/** Links of a package's page lead to the repository's pages, from the registry too. */
function readmeOf(folder, url) {
  const file = `${folder}/README.md`;
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const base = url === undefined ? "../../docs" : `${url}/blob/main/docs`;
  return {
    file,
    text: text.replaceAll(/\]\((?:\.\.\/\.\.\/docs|https?:\/\/[^)\s]*\/blob\/main\/docs)\//g, `](${base}/`),
  };
}

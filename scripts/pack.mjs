// Packs the packages as they would be published. `npm run tarballs -- FOLDER` leaves them in FOLDER, and prints how a
// project installs them: that is the way until they are published.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { packageFolders } from "./package-folders.mjs";

const OPTIONS = { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 };

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [, , folder] = process.argv;
  if (folder === undefined) {
    console.error("There is no folder to put the packages into: npm run tarballs -- FOLDER");
    process.exitCode = 1;
  } else {
    mkdirSync(folder, { recursive: true });
    const packed = packPackages({ folder: resolve(folder) });
    for (const { name, tarball } of packed) console.log(`${name.padEnd(24)} ${tarball}`);
    const first = packed.filter(({ name }) => /\/(core|models)$/.test(name)).map(({ tarball }) => tarball);
    console.log(`\nIn your project: npm install ${first.join(" ")} zod`);
  }
}

/** Builds everything anew, and packs these packages into a folder: each with its name, its tarball and its files. */
export function packPackages({ folder, packages = packageFolders() }) {
  output(spawnSync("node", ["scripts/prepack.mjs"], OPTIONS), "build");
  const env = { ...process.env, TOOLWRIGHT_BUILT: "1" };
  return packages.map((cwd) => {
    const words = ["pack", "--json", "--pack-destination", folder];
    const text = output(spawnSync("npm", words, { ...OPTIONS, cwd, env }), `pack ${cwd}`);
    const [{ name, filename, files }] = Object.values(JSON.parse(text)).flat();
    return { cwd, name, tarball: join(folder, filename), files: files.map(({ path }) => path) };
  });
}

function output({ status, stdout, stderr }, step) {
  if (status !== 0) throw new Error(`${step} failed\n${stdout}${stderr}`);
  return stdout;
}

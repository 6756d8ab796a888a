// The site of docs/: `npm run site` writes its pages, builds them, and asks the search of the built site three questions
// in Chromium. `--pictures FOLDER` takes pictures as well. Without Chromium a line says that nobody has looked.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { writePages } from "../scripts/pages/written-pages.ts";
import { repositoryUrl } from "../scripts/sync-manifests.mjs";
import { lookAt } from "./look.mjs";

const site = import.meta.dirname;
const installed = join(site, "node_modules/.package-lock.json");
if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(join(site, "package-lock.json")).mtimeMs)
  must(["ci", "--no-audit", "--no-fund"]);
const pages = writePages({ folder: join(site, "pages"), pictures: true, url: repositoryUrl() });
must(["run", "--silent", "build"]);
// Beside the site as they are, for language models: llms.txt leads to them.
for (const name of [...pages.map((page) => page.name), "llms.txt"])
  cpSync(join(site, "pages", name), join(site, ".vitepress/dist", name));
console.log(`${pages.length} pages stand in site/.vitepress/dist.`);
const pictures = process.argv.includes("--pictures") ? process.argv[process.argv.indexOf("--pictures") + 1] : undefined;
process.exitCode = (await lookAt({ folder: join(site, ".vitepress/dist"), pictures })) ? 0 : 1;

function must(words) {
  const { status } = spawnSync("npm", words, { cwd: site, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) process.exit(status ?? 1);
}

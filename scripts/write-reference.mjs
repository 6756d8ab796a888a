// Writes docs/api/, which is not kept in git: a page per package with every exported name, its docstring and its
// declaration, read from the compiled declarations. Run `npm run prepare` before.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { declaredIn, entriesOf } from "./declared-names.ts";
import { packageFolders } from "./package-folders.mjs";

const FOLDER = "docs/api";

const pages = packageFolders()
  .map((folder) => ({ file: `${basename(folder)}.md`, ...packageOf(folder) }))
  .sort((one, other) => (one.file < other.file ? -1 : 1));
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
for (const page of pages) writeFileSync(`${FOLDER}/${page.file}`, pageOf(page));
writeFileSync(`${FOLDER}/README.md`, indexOf(pages));
const names = pages.flatMap(({ entries }) => entries.flatMap(({ declared }) => [...declared]));
console.log(`${FOLDER}: ${names.length} names of ${pages.length} packages`);

function packageOf(folder) {
  const { name, description } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const entries = entriesOf(folder).map(({ name: entry, file }) => ({
    entry,
    declared: file.includes("/dist/") ? declaredIn(file) : new Map(),
  }));
  return { name, description, entries };
}

function indexOf(pages) {
  const rows = pages.map(({ file, name, description }) => `| [${name}](${file}) | ${description} |`);
  const intro = "Every exported name with its docstring, written by `npm run reference` from the code.";
  return `# Reference\n\n${intro}\n\n| Package | What it is |\n| --- | --- |\n${rows.join("\n")}\n`;
}

function pageOf({ name, description, entries }) {
  return `# ${name}\n\n${description}\n\n${entries.map(sectionOf).join("\n")}`;
}

function sectionOf({ entry, declared }) {
  if (declared.size === 0) return `## \`${entry}\`\n\nA stylesheet.\n`;
  const sorted = [...declared].sort(([one], [other]) => (one < other ? -1 : 1));
  const links = sorted.map(([name]) => `[${name}](#${name.toLowerCase()})`).join(" · ");
  const parts = sorted.map(([name, { doc, text }]) => `### ${name}\n\n${doc && `${doc}\n\n`}${fenced(text)}\n`);
  return `## \`${entry}\`\n\n${links}\n\n${parts.join("\n")}`;
}

function fenced(text) {
  return `\`\`\`ts\n${text}\n\`\`\``;
}

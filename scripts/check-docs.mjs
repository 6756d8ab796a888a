// Runs the snippets of every README and of docs/, compares what they print, and checks their types.
// A snippet is a ```ts or ```tsx block whose first line is "// run", or a ```sh block whose first line is "# run";
// the ```text block after it holds its output. On stderr it is silent, but for the lines of a comment after that block,
// `<!-- stderr … -->`, in which a line about a call stands without its id, its time and its sentence.
// One that says "// run, with a framework" runs in checks/frameworks, whose frameworks `npm run test:frameworks`
// installs, and is passed over where they are not there. One that says "// run, from tarballs" needs a project of its
// own: `npm run cookbook` runs it.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join, resolve } from "node:path";
import { transformSync } from "esbuild";
import { packageFolders } from "./package-folders.mjs";

const ordinary = `node_modules/.cache/toolwright-docs-${process.pid}`;
const foreign = `checks/frameworks/node_modules/.cache/toolwright-docs-${process.pid}`;
// The installation ends with links in the package of the adapters, and `npm ci` takes only these away.
const areFrameworksHere = existsSync("runtime/adapters/node_modules/@mastra/core");
const folders = areFrameworksHere ? [ordinary, foreign] : [ordinary];
const pages = process.argv[2]
  ? [process.argv[2]]
  : [
      "README.md",
      "CONTRIBUTING.md",
      ...packageFolders().map((folder) => join(folder, "README.md")),
      ...readdirSync("docs").map((name) => join("docs", name)),
    ];
const snippet =
  /^```(tsx?|sh)\n((?:\/\/|#) run\b[^\n]*\n[\s\S]*?)^```\n+^```text\n([\s\S]*?)^```$(?:\n+^<!-- stderr\n([\s\S]*?)^-->$)?/gm;

// No snippet may ask a real model because the machine has a key, and none prints colours.
const withoutKeys = Object.entries(process.env).filter(([name]) => !name.endsWith("_API_KEY"));
const environment = { ...Object.fromEntries(withoutKeys), NO_COLOR: "1" };

for (const folder of folders) mkdirSync(folder, { recursive: true });
// Of a line about a call, what is new in each run, and the sentence, which may quote the name of a temporary file.
const VARYING = / toolCallId=\S+| durationMs=\S+|(?<=^Tool call .*) text=.*$/gm;

let count = 0;
let passedOver = 0;
let elsewhere = 0;
let failed = 0;
for (const page of pages.filter((name) => name.endsWith(".md"))) {
  for (const [, language, code, expected, told = ""] of readFileSync(page, "utf8").matchAll(snippet)) {
    if (code.startsWith("// run, from tarballs")) {
      elsewhere += 1;
      continue;
    }
    const folder = code.startsWith("// run, with a framework") ? foreign : ordinary;
    if (!folders.includes(folder)) {
      passedOver += 1;
      continue;
    }
    count += 1;
    check({ page, language, code, expected, told, folder });
  }
}
const typed = folders.map(checkTypes).every(Boolean);
for (const folder of folders) rmSync(folder, { recursive: true });
if (passedOver > 0) console.log(`${passedOver} passed over: npm run test:frameworks installs the frameworks they need`);
if (elsewhere > 0) console.log(`${elsewhere} left to npm run cookbook`);
console.log(`${count - failed} of ${count} snippets print what their page says`);
process.exitCode = failed === 0 && count + passedOver > 0 && typed ? 0 : 1;

function check({ page, language, code, expected, told, folder }) {
  const { stdout, stderr, status } =
    language === "sh" ? runShell(code) : runTypeScript({ code, page, language, folder });
  const said = stderr.replaceAll(VARYING, "");
  if (status === 0 && stdout.trimEnd() === expected.trimEnd() && said === told) return;
  failed += 1;
  const wanted = `--- expected\n${expected}--- on stderr\n${told}`;
  const printed = `--- printed\n${stdout}--- on stderr\n${said}`;
  console.error(`${page}: a snippet printed something else (exit ${status})\n--- code\n${code}${wanted}${printed}`);
}

/** As strict as a program that a reader pastes a snippet into. */
function checkTypes(folder) {
  if (!readdirSync(folder).some((name) => /\.tsx?$/.test(name))) return true;
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: "es2023",
    module: "nodenext",
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    jsx: "react-jsx",
    types: ["node"],
  };
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts", "*.tsx"] }));
  const { status, stdout } = spawnSync("npx", ["tsc", "-p", folder], { encoding: "utf8", timeout: 120_000 });
  if (status !== 0) console.error(`The types of some snippets are wrong:\n${stdout}`);
  return status === 0;
}

function runTypeScript({ code, page, language, folder }) {
  writeFileSync(resolve(folder, `${page.replaceAll(/\W+/g, "-")}-${count}.${language}`), code);
  // Node does not strip types below node_modules, and knows no JSX, so the snippet is made JavaScript here.
  const file = resolve(folder, `snippet-${count}.mjs`);
  writeFileSync(file, language === "ts" ? stripTypeScriptTypes(code) : withoutJsx(code));
  return spawnSync(process.execPath, [file], { encoding: "utf8", timeout: 60_000, env: environment });
}

function withoutJsx(code) {
  return transformSync(code, { loader: "tsx", jsx: "automatic", format: "esm" }).code;
}

function runShell(code) {
  return spawnSync("bash", ["-c", code], { encoding: "utf8", timeout: 60_000, env: environment });
}

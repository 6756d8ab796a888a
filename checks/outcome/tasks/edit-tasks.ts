import { sortedJson } from "./sorted-json.ts";
import type { EndState, FolderTask } from "./task.ts";

type Made = Omit<FolderTask, "id" | "kind" | "half">;

const TEXTS = ["Hello World", "ready", "The end.", "v1", "keep calm"] as const;
const FILES = ["hello.txt", "state.txt", "docs/last.md", "VERSION", "notes/today.txt"] as const;
const WORDS = ["total", "fetchUser", "parseDate", "renderRow", "openDoor"] as const;
const NEW_WORDS = ["grandTotal", "loadUser", "readDate", "drawRow", "unlockDoor"] as const;
const wordOf = (variant: number): string => WORDS[variant % WORDS.length] ?? "total";
const newWordOf = (variant: number): string => NEW_WORDS[variant % NEW_WORDS.length] ?? "sum";
const text = ({ files }: EndState, path: string): string => files.get(path) ?? "";

/** Tasks that end with other files. */
export const EDITS: Readonly<Record<string, (variant: number) => Made>> = {
  create(variant) {
    const file = FILES[variant % FILES.length] ?? "hello.txt";
    const wanted = TEXTS[variant % TEXTS.length] ?? "Hello World";
    return {
      files: { "README.md": "# A folder\n" },
      request: `Create a file ${file} that contains exactly this text: ${wanted}`,
      mayChange: [file],
      isMet: (end) => text(end, file).replace(/\n$/, "") === wanted,
    };
  },
  edit(variant) {
    const port = 3_000 + variant;
    const config = (value: number) => `host = "localhost"\nport = ${value}\nretries = 3\n`;
    return {
      files: { "config.toml": config(port), "README.md": `The port is in config.toml.\n` },
      request: `Change the port in config.toml from ${port} to ${port + 5_000}. Change nothing else.`,
      mayChange: ["config.toml"],
      isMet: (end) => text(end, "config.toml") === config(port + 5_000),
    };
  },
  rename(variant) {
    const [old, young] = [wordOf(variant), newWordOf(variant)];
    const files = {
      "src/a.js": `export function ${old}() {\n  return 1;\n}\n`,
      "src/b.js": `import { ${old} } from "./a.js";\n\nconsole.log(${old}());\n`,
      "src/c.js": `import { ${old} } from "./a.js";\n\nexport const twice = () => ${old}() * 2;\n`,
    };
    const renamed = Object.entries(files).map(([path, code]) => [path, code.replaceAll(old, young)] as const);
    return {
      files,
      request: `Rename the function ${old} to ${young} in every file under src.`,
      mayChange: Object.keys(files),
      isMet: (end) => renamed.every(([path, code]) => text(end, path) === code),
    };
  },
  test(variant) {
    const [good, bad] = [`a + b + ${variant}`, `a - b + ${variant}`];
    const code = (sum: string) => `export function add(a, b) {\n  return ${sum};\n}\n`;
    const check = `import assert from "node:assert";\nimport { add } from "./add.js";\nassert.equal(add(2, 3), ${5 + variant});\n`;
    return {
      files: { "add.js": code(bad), "add.test.js": check, "package.json": '{ "type": "module" }\n' },
      request: "The test add.test.js fails (node add.test.js). Fix add.js so that it passes.",
      mayChange: ["add.js"],
      isMet: (end) =>
        [`a+b+${variant}`, `b+a+${variant}`].some((sum) => squeezed(text(end, "add.js")).includes(sum)) ||
        text(end, "add.js") === code(good),
    };
  },
  json(variant) {
    const before = { name: "app", scripts: { start: "node index.js" }, private: true };
    const script = `node test-${variant}.js`;
    return {
      files: { "package.json": `${JSON.stringify(before, null, 2)}\n` },
      request: `Add a script called test with the value "${script}" to package.json.`,
      mayChange: ["package.json"],
      isMet: (end) => isJson(text(end, "package.json"), { ...before, scripts: { ...before.scripts, test: script } }),
    };
  },
  rules(variant) {
    const mark = `// checked-${variant}`;
    return {
      files: {
        "AGENTS.md": `# Rules\n\nEvery new JavaScript file begins with the line \`${mark}\`.\n`,
        "old.js": "\n",
      },
      request: "Create a file new.js that exports a constant one with the value 1.",
      mayChange: ["new.js"],
      isMet: (end) => text(end, "new.js").startsWith(mark) && /export const one = 1/.test(text(end, "new.js")),
    };
  },
};

function squeezed(code: string): string {
  return code.replaceAll(/[\s()]/g, "");
}

function isJson(written: string, wanted: object): boolean {
  try {
    return sortedJson(JSON.parse(written)) === sortedJson(wanted);
  } catch {
    return false;
  }
}

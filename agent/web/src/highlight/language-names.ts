/** The languages that can be highlighted. */
const NAMES: ReadonlySet<string> = new Set(
  (
    "bash c cpp csharp css diff dockerfile go graphql ini java javascript json kotlin lua makefile markdown php " +
    "python ruby rust scss sql swift typescript xml yaml"
  ).split(" "),
);

/** What models and the endings of files call them. */
const CALLED = {
  cpp: "cc hpp",
  javascript: "cjs js jsx mjs",
  csharp: "cs",
  typescript: "cts mts ts tsx",
  c: "h",
  xml: "htm html svg vue",
  json: "jsonc",
  kotlin: "kt",
  markdown: "md",
  diff: "patch",
  python: "py",
  ruby: "rb",
  rust: "rs",
  bash: "sh shell zsh",
  ini: "toml",
  yaml: "yml",
};

const ALSO_CALLED: ReadonlyMap<string, string> = new Map(
  Object.entries(CALLED).flatMap(([name, others]) => others.split(" ").map((other) => [other, name] as const)),
);

/** The name of a language that can be highlighted, whatever it is called; undefined for any other. */
export function knownLanguage(called: string): string | undefined {
  const lower = called.toLowerCase();
  const name = ALSO_CALLED.get(lower) ?? lower;
  return NAMES.has(name) ? name : undefined;
}

/** Endings of languages whose name is none. */
const ENDINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bash: "sh",
    csharp: "cs",
    javascript: "js",
    kotlin: "kt",
    markdown: "md",
    python: "py",
    ruby: "rb",
    rust: "rs",
    typescript: "ts",
  }),
);

/** How the name of a file in a language ends: as the language is called, where that is an ending; `txt` for others. */
export function endingOf(called: string): string {
  const name = knownLanguage(called);
  if (name === undefined) return "txt";
  return called.toLowerCase() === name ? (ENDINGS.get(name) ?? name) : called.toLowerCase();
}

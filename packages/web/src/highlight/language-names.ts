/** The languages that can be highlighted. */
const NAMES: ReadonlySet<string> = new Set([
  "bash",
  "c",
  "cpp",
  "csharp",
  "css",
  "diff",
  "dockerfile",
  "go",
  "graphql",
  "ini",
  "java",
  "javascript",
  "json",
  "kotlin",
  "lua",
  "makefile",
  "markdown",
  "php",
  "python",
  "ruby",
  "rust",
  "scss",
  "sql",
  "swift",
  "typescript",
  "xml",
  "yaml",
]);

/** What models and the endings of files call them. */
const ALSO_CALLED: Readonly<Record<string, string>> = {
  cc: "cpp",
  cjs: "javascript",
  cs: "csharp",
  cts: "typescript",
  h: "c",
  hpp: "cpp",
  htm: "xml",
  html: "xml",
  js: "javascript",
  jsonc: "json",
  jsx: "javascript",
  kt: "kotlin",
  md: "markdown",
  mjs: "javascript",
  mts: "typescript",
  patch: "diff",
  py: "python",
  rb: "ruby",
  rs: "rust",
  sh: "bash",
  shell: "bash",
  svg: "xml",
  toml: "ini",
  ts: "typescript",
  tsx: "typescript",
  vue: "xml",
  yml: "yaml",
  zsh: "bash",
};

/** The name of a language that can be highlighted, whatever it is called; undefined for any other. */
export function knownLanguage(called: string): string | undefined {
  const lower = called.toLowerCase();
  const name = Object.hasOwn(ALSO_CALLED, lower) ? ALSO_CALLED[lower] : lower;
  return name !== undefined && NAMES.has(name) ? name : undefined;
}

/** Files that a tarball lacks, and files that must not be in it, one line each. */
export function oddFiles(paths, { name, bin = {}, exports = {} }) {
  const needed = ["README.md", "LICENSE", "package.json", ...Object.values(bin), ...(PAGES[name] ?? [])];
  const missing = needed.filter((path) => !paths.includes(path)).map((path) => `${path} is missing`);
  const tests = paths.filter((path) => /\.(test|test-d|test-data)\./.test(path)).map((path) => `${path} is a test`);
  const entries = new Set(Object.values(exports).map((conditions) => conditions.default));
  // A command of the package is not joined: it runs what stands beside its declarations.
  const isJoined = paths.some((path) => path.startsWith("dist/joined/")) && Object.keys(bin).length === 0;
  const doubled = paths
    .filter((path) => isJoined && /^dist\/(?!joined\/).*\.js$/.test(path) && !entries.has(`./${path}`))
    .map((path) => `${path} is in a joined file as well`);
  const hasMaps = paths.some((path) => path.endsWith(".d.ts.map"));
  return [...missing, ...tests, ...doubled, ...(hasMaps ? [] : ["there are no declaration maps"])];
}

/** The package that everybody has carries the pages. */
const PAGES = { "@toolwright/core": ["docs/llms.txt", "docs/index.md", "docs/getting-started.md"] };

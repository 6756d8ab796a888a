/** What is wrong with the files of a tarball: missing ones, those that no user needs, and too many; one line each. */
export function oddFiles({ files, bytes }, { name, bin = {}, exports = {} }) {
  const entries = Object.values(exports).flatMap((entry) => [entry.types, entry.default]);
  const named = [...Object.values(bin), ...entries].map((path) => path.replace(/^\.\//, ""));
  const needed = ["README.md", "LICENSE", "package.json", ...named, ...(PAGES[name] ?? [])];
  const missing = needed.filter((path) => !files.includes(path)).map((path) => `${path} is missing`);
  const left = files.filter((path) => OF_A_CLONE.test(path)).map((path) => `${path} is of use in a clone only`);
  return [...missing, ...left, ...doubled({ files, named, bin }), ...tooMuch({ files, bytes, limit: LIMITS[name] })];
}

/** Tests, sources but for stylesheets, and maps, whose sources are not there. */
const OF_A_CLONE = /\.(?:test|test-d|test-data)\.|^src\/.*(?<!\.css|\.css\.d)\.tsx?$|\.map$/;

/** Packages that carry pages. */
const PAGES = {
  "@toolwright/core": ["docs/llms.txt", "docs/index.md", "docs/getting-started.md"],
  "@toolwright/server": ["docs/llms.txt", "docs/server.md"],
};

/** Everybody installs core. */
const LIMITS = { "@toolwright/core": { files: 300, bytes: 1_500_000 } };

/** A command of a package is not joined: it runs what was compiled. */
function doubled({ files, named, bin }) {
  const isJoined = files.some((path) => path.startsWith("dist/joined/")) && Object.keys(bin).length === 0;
  return files
    .filter((path) => isJoined && /^dist\/(?!joined\/).*\.js$/.test(path) && !named.includes(path))
    .map((path) => `${path} is in a joined file as well`);
}

function tooMuch({ files, bytes, limit }) {
  if (limit === undefined || (files.length <= limit.files && bytes <= limit.bytes)) return [];
  return [`${files.length} files of ${bytes} bytes: at most ${limit.files} of ${limit.bytes} are meant to be there`];
}

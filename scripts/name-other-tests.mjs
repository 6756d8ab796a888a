// Says which tests `npm test` does not run, and by what name each lane of them is run.
const LANES = {
  "test:command": "the command in a process of its own, and in a terminal",
  "test:processes": "shells, sandboxes and git by the dozen",
  "test:long": "random play at full length, and each command in a process of its own",
  "test:browser": "the page in a browser",
  "test:machines": "several machines",
  "test:frameworks": "the loops of other frameworks",
};

const named = Object.entries(LANES).map(([script, what]) => `${what} (npm run ${script})`);
console.log(`Not among these: tests of ${named.join(", ")}.`);

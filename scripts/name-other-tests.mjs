// Says in one line which tests `npm test` does not run: they need a browser, or a database server of their own.
console.log(
  "Not among these: tests of several machines (npm run test:machines), tests in a browser (npm run test:browser), tests in the loops of other frameworks (npm run test:frameworks).",
);

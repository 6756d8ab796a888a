// Runs every check, or with `--landing` those that a change needs before it lands. It prints what failed, and ends with
// one line: "N passed, N failed".
import { spawn } from "node:child_process";
import { createWriteStream, existsSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";

/** More failing files than this are no accident: they are not run again. */
const MOST_FILES_AGAIN = 4;

const npm = (...words) => ["npm", "run", "--silent", ...words];

// What is `whole` is for nights and releases: it plays at length, installs packages or has other people's clients. The
// long tests have what `npm test` has, at length; also the tests of the command that it runs in one process: that each
// start works by itself is shown by the command tests, hundreds of times, before a change lands.
// Checks of one stage run side by side: the first waits for servers or for processes, the others for a processor.
// Tests that watch a page or count time, the size with its import time, and growth have the machine for themselves.
const stages = [
  [{ name: "tests", command: ["npm", "test"] }],
  [{ name: "process tests", command: npm("test:processes") }],
  [{ name: "browser tests", command: npm("test:browser") }],
  [
    { name: "machine tests", command: npm("test:machines") },
    { name: "long tests", command: npm("test:long"), whole: true },
    { name: "types", command: npm("typecheck") },
    { name: "lint", command: npm("lint") },
    { name: "packages", command: npm("check:packages") },
    { name: "docs", command: npm("check:docs") },
    { name: "reference", command: npm("reference"), whole: true },
  ],
  [
    { name: "command tests", command: npm("test:command") },
    { name: "clients", command: npm("clients"), whole: true },
  ],
  [
    { name: "release", command: npm("check:release"), whole: true },
    { name: "site", command: npm("site"), whole: true },
    { name: "cookbook", command: npm("cookbook"), whole: true },
    { name: "conformance", command: npm("conformance", "--", "--optional"), whole: true },
    { name: "hell", command: npm("hell", "--", "--check"), whole: true },
    // Its installation takes away what vitest has compiled: no other tests may run beside it.
    { name: "framework tests", command: npm("test:frameworks"), whole: true },
  ],
  [{ name: "size", command: npm("check:size") }],
  [{ name: "growth", command: npm("growth"), whole: true }],
];

const isLanding = process.argv.includes("--landing");

// The tests take Chromium without windows where there is one: quicker, but not what people have.
const wholeBrowser = "/usr/bin/chromium";
if (!isLanding && existsSync(wholeBrowser)) process.env.CHROMIUM_PATH ??= wholeBrowser;

const results = [];
for (const stage of stages) {
  const checks = stage.filter(({ whole }) => !(whole && isLanding));
  if (checks.length > 0) results.push(...(await runStage(checks)));
}
report(results);

/**
 * The first check prints as it goes; the others go on one after the other beside it, and print when they end. Then
 * each file in which tests failed runs once more, with nothing beside it: one that passes then counts as passed, and
 * is named at the end. Nothing else is tried twice.
 */
async function runStage([first, ...others]) {
  const beside = oneByOne(others);
  const results = [await check(first, process.stdout), ...(await beside)];
  for (const [place, result] of results.entries()) results[place] = await triedAgain(result);
  return results;
}

async function oneByOne(checks) {
  const results = [];
  for (const each of checks) {
    const path = join(tmpdir(), `toolwright-ci-${process.pid}.log`);
    const log = createWriteStream(path);
    const result = await check(each, log);
    log.end();
    await finished(log);
    process.stdout.write(readFileSync(path));
    rmSync(path);
    results.push(result);
  }
  return results;
}

async function check({ name, command }, output) {
  const started = performance.now();
  output.write(`\n── ${name}\n`);
  const { status, counted } = name.endsWith("tests")
    ? await runTests({ name, command }, output)
    : { status: await run(command, output) };
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  output.write(`── ${name}: ${status === 0 ? "passed" : "FAILED"} in ${seconds} s\n`);
  return { name, command, status, counted };
}

function report(results) {
  const counts = results.map(({ status, counted }) => ({
    passed: counted?.passed ?? (status === 0 ? 1 : 0),
    failed: Math.max(counted?.failed ?? 0, status === 0 ? 0 : 1),
  }));
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  for (const { counted } of results)
    for (const { text } of counted?.retried ?? []) console.log(`\npassed at the second try: ${text}`);
  for (const { counted } of results)
    for (const { title, count } of counted?.skipped ?? []) console.log(`\nskipped: ${title} (${count})`);
  // Where only the end of a long log is kept, it has to say what failed.
  for (const failure of results.flatMap(failuresOf)) console.log(`\nFAILED: ${failure}`);
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
  process.exitCode = sum("failed") === 0 ? 0 : 1;
}

function failuresOf({ name, status, counted }) {
  const named = (counted?.failures ?? []).map(({ text }) => text);
  return named.length === 0 && status !== 0 ? [name] : named;
}

function run([program, ...rest], output) {
  return new Promise((resolve) => {
    const child = spawn(program, rest, { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.pipe(output, { end: false });
    child.stderr.pipe(output, { end: false });
    child.on("error", () => resolve(1));
    child.on("close", (code) => resolve(code ?? 1));
  });
}

async function triedAgain(first) {
  const { name, command, status, counted } = first;
  const files = counted?.files ?? [];
  if (status === 0 || files.length === 0 || files.length > MOST_FILES_AGAIN) return first;
  const passing = new Set();
  for (const file of files) {
    console.log(`\n── ${name} once more, alone: ${file}`);
    const again = await runTests({ name, command }, process.stdout, [file]);
    if (again.status === 0) passing.add(file);
  }
  const retried = counted.failures.filter(({ file }) => passing.has(file));
  const failures = counted.failures.filter(({ file }) => !passing.has(file));
  const passed = counted.passed + retried.length;
  return {
    ...first,
    status: failures.length === 0 ? 0 : status,
    counted: { ...counted, passed, failed: failures.length, failures, retried },
  };
}

async function runTests({ name, command }, output, files = []) {
  const path = join(tmpdir(), `toolwright-${name.replaceAll(" ", "-")}-${process.pid}.json`);
  const reported = ["--", "--reporter=default", "--reporter=json", `--outputFile=${path}`];
  const status = await run([...command, ...reported, ...files], output);
  return { status, counted: testCounts(path) };
}

function testCounts(path) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(path, "utf8"));
    rmSync(path);
    return {
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: skippedIn(testResults),
      failures: failuresIn(testResults),
      files: testResults.filter(({ status }) => status === "failed").map(({ name }) => name),
    };
  } catch {
    return undefined;
  }
}

/** What failed, each with where it stands and the beginning of why; also a file that could not be run at all. */
function failuresIn(testResults) {
  const files = testResults.filter(({ status }) => status === "failed");
  return files.flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === "failed");
    if (tests.length === 0) return [{ file: name, text: `${name}\n${beginning(message)}` }];
    return tests.map(({ fullName, failureMessages }) => ({
      file: name,
      text: `${name}: ${fullName}\n${beginning(failureMessages.join("\n"))}`,
    }));
  });
}

function beginning(text = "") {
  return text.slice(0, 1_500);
}

/** How many tests were skipped, by what they belong to: none should be skipped without a word. */
function skippedIn(testResults) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const titles = tests
    .filter(({ status }) => status === "skipped")
    .map(({ ancestorTitles, title }) => ancestorTitles[0] ?? title);
  return [...new Set(titles)].map((title) => ({ title, count: titles.filter((other) => other === title).length }));
}

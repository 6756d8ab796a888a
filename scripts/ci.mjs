// Runs every check, prints what failed, and ends with one line: "N passed, N failed".
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const report = join(tmpdir(), `toolwright-tests-${process.pid}.json`);
const reported = ["--", "--reporter=default", "--reporter=json", `--outputFile=${report}`];

/** More failing files than this are no accident: they are not run again. */
const MOST_FILES_AGAIN = 4;

const checks = [
  { name: "tests", command: ["npm", "test", ...reported] },
  { name: "browser tests", command: ["npm", "run", "--silent", "test:browser", ...reported] },
  { name: "machine tests", command: ["npm", "run", "--silent", "test:machines", ...reported] },
  { name: "framework tests", command: ["npm", "run", "--silent", "test:frameworks", ...reported] },
  { name: "types", command: ["npm", "run", "--silent", "typecheck"] },
  { name: "lint", command: ["npm", "run", "--silent", "lint"] },
  { name: "packages", command: ["npm", "run", "--silent", "check:packages"] },
  { name: "release", command: ["npm", "run", "--silent", "check:release"] },
  { name: "docs", command: ["npm", "run", "--silent", "check:docs"] },
  { name: "reference", command: ["npm", "run", "--silent", "reference", "--", "--check"] },
  { name: "size", command: ["npm", "run", "--silent", "check:size"] },
  { name: "conformance", command: ["npm", "run", "--silent", "conformance", "--", "--optional"] },
  { name: "hell", command: ["npm", "run", "--silent", "hell", "--", "--check"] },
  { name: "clients", command: ["npm", "run", "--silent", "clients"] },
];

let passed = 0;
let failed = 0;
let skipped = [];
let retried = [];
let failures = [];
for (const { name, command } of checks) {
  const started = performance.now();
  console.log(`\n── ${name}`);
  const { status, counted } = name.endsWith("tests") ? testsOf(command) : { status: run(command) };
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`── ${name}: ${status === 0 ? "passed" : "FAILED"} in ${seconds} s`);
  passed += counted?.passed ?? (status === 0 ? 1 : 0);
  failed += Math.max(counted?.failed ?? 0, status === 0 ? 0 : 1);
  retried = [...retried, ...(counted?.retried ?? [])];
  skipped = [...skipped, ...(counted?.skipped ?? [])];
  const named = counted?.failures ?? [];
  failures = [...failures, ...(named.length === 0 && status !== 0 ? [name] : named)];
}
for (const title of retried) console.log(`\npassed at the second try: ${title}`);
for (const { title, count } of skipped) console.log(`\nskipped: ${title} (${count})`);
// Where only the end of a long log is kept, it has to say what failed.
for (const failure of failures) console.log(`\nFAILED: ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function run([program, ...rest]) {
  return spawnSync(program, rest, { stdio: "inherit" }).status;
}

/** The tests, and the files in which something failed once more in a process of their own: what passes then is named at the end. */
function testsOf(command) {
  const status = run(command);
  const counted = testCounts();
  const files = counted?.files ?? [];
  if (status === 0 || files.length === 0 || files.length > MOST_FILES_AGAIN) return { status, counted };
  console.log(`\nOnce more, alone: ${files.join(" ")}`);
  const second = run([...command, ...files]);
  const again = testCounts();
  if (second !== 0 || again === undefined) return { status, counted };
  const names = counted.failures.map((failure) => `${failure}\n(in a process of its own)`);
  const passed = counted.passed + counted.failed;
  return {
    status: 0,
    counted: { ...counted, passed, failed: 0, failures: [], retried: [...counted.retried, ...names] },
  };
}

function testCounts() {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
    rmSync(report);
    return {
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: skippedIn(testResults),
      retried: retriedIn(testResults),
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
    if (tests.length === 0) return [`${name}\n${beginning(message)}`];
    return tests.map(
      ({ fullName, failureMessages }) => `${name}: ${fullName}\n${beginning(failureMessages.join("\n"))}`,
    );
  });
}

function beginning(text = "") {
  return text.slice(0, 1_500);
}

/** Tests that failed once and then passed. */
function retriedIn(testResults) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failedOnce = tests.filter(({ status, failureMessages }) => status === "passed" && failureMessages?.length > 0);
  return failedOnce.map(({ fullName, title }) => fullName ?? title);
}

/** How many tests were skipped, by what they belong to: none should be skipped without a word. */
function skippedIn(testResults) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const titles = tests
    .filter(({ status }) => status === "skipped")
    .map(({ ancestorTitles, title }) => ancestorTitles[0] ?? title);
  return [...new Set(titles)].map((title) => ({ title, count: titles.filter((other) => other === title).length }));
}

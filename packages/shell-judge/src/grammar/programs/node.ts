import type { Form, Grammar, ReadForm } from "../grammar.ts";

/** What stands for standard input, or for a text on the line, is no script of the project. */
export function isNoFile({ operands }: ReadForm): string | undefined {
  const script = operands.find(({ role }) => role.name === "script");
  const name = script?.word.prefix ?? "";
  return /^(?:-|\/dev\/|\/proc\/|data:|https?:|file:|node:|blob:|$)|^inspect$/.test(name)
    ? "is code that is not in a file"
    : undefined;
}

const QUIET =
  "--no-warnings --no-deprecation --trace-warnings --trace-deprecation --trace-uncaught --throw-deprecation --enable-source-maps --expose-gc " +
  "--experimental-strip-types --no-experimental-strip-types --experimental-transform-types --unhandled-rejections:one(strict|warn|none|throw) " +
  "--max-old-space-size=number --stack-trace-limit=number --preserve-symlinks";

const TEST: Form = {
  effect: "runs",
  options:
    `${QUIET} --test --test-only --test-force-exit --test-reporter=one(spec|tap|dot|junit|lcov) --test-name-pattern=data ` +
    "--test-concurrency=number --test-timeout=number --experimental-test-coverage --watch",
  operands: "script*",
  needs: "--test",
  check: ({ operands }) =>
    operands.some(({ word }) => /^(?:data|https?|file|node):/.test(word.value))
      ? "is code that is not in a file"
      : undefined,
};

/** Node.js. Code on the line, modules that are loaded first and what writes profiles are not understood. */
export const node: Grammar = {
  names: "node nodejs",
  versions: ["Node.js 20", "Node.js 24"],
  style: "posix",
  forms: [
    { effect: "reads", options: "-v,--version -h,--help", needs: "-v --version -h --help" },
    {
      effect: "reads",
      options: "-c,--check",
      operands: "read",
      needs: "-c --check",
      check: ({ operands }) =>
        /^(?:-|\/dev|\/proc)/.test(operands[0]?.word.prefix ?? "-") ? "is code that is not in a file" : undefined,
    },
    TEST,
    { effect: "runs", options: QUIET, operands: "script rest*", check: isNoFile },
  ],
};

const TASK = "-s,--silent -r,--recursive --if-present";

const version = (effect: "reads" | "runs" = "reads"): Form => ({
  effect,
  options: "-v,--version -h,--help",
  needs: "-v --version -h --help",
});

/** The other managers of packages for Node.js. */
export const MANAGERS: readonly Grammar[] = [
  {
    names: "pnpm",
    versions: ["pnpm 9", "pnpm 10"],
    options: "-r,--recursive -s,--silent -w,--workspace-root",
    subcommands: {
      "run run-script": { effect: "runs", options: TASK, operands: "name rest*" },
      "test t start build lint typecheck format check dev": { effect: "runs", options: TASK, operands: "arguments*" },
      "ls list la ll why outdated": {
        effect: "reads",
        options: "--depth=number -r,--recursive --json --long --parseable -P,--prod -D,--dev -g,--global",
        operands: "name*",
      },
      "install i": {
        effect: "runs",
        options:
          "--frozen-lockfile --no-frozen-lockfile --prefer-offline --offline --ignore-scripts -P,--prod -D,--dev",
      },
    },
    alone: version(),
  },
  {
    names: "yarn yarnpkg",
    versions: ["yarn 1.22", "yarn 4"],
    options: "-s,--silent",
    subcommands: {
      run: { effect: "runs", options: TASK, operands: "name rest*" },
      "test start build lint typecheck format check dev": { effect: "runs", options: TASK, operands: "arguments*" },
      "list why info outdated": {
        effect: "network",
        options: "--depth=number --json --pattern=data",
        operands: "name*",
      },
      install: { effect: "runs", options: "--frozen-lockfile --immutable --offline --ignore-scripts --prefer-offline" },
    },
    alone: version(),
  },
  {
    names: "bun",
    versions: ["bun 1.2"],
    subcommands: {
      run: { effect: "runs", options: "--silent", operands: "name rest*" },
      test: {
        effect: "runs",
        options: "--bail?=number --timeout=number -t,--test-name-pattern=data --coverage --watch",
        operands: "arguments*",
      },
      "install i": { effect: "runs", options: "--frozen-lockfile --ignore-scripts -p,--production" },
    },
    alone: version(),
  },
  {
    names: "deno",
    versions: ["deno 2"],
    subcommands: {
      "check lint": { effect: "runs", options: "--quiet -q --all --json", operands: "script*" },
      fmt: { effect: "runs", options: "--check -q,--quiet", operands: "make*" },
      test: {
        effect: "runs",
        options: "-q,--quiet --no-check --fail-fast --parallel --filter=data",
        operands: "script*",
      },
      task: { effect: "runs", options: "-q,--quiet", operands: "name rest*" },
    },
    alone: version(),
  },
  { names: "npx", versions: ["npx 10", "npx 11"], ...version() },
];

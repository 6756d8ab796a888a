import type { Grammar } from "../grammar.ts";

/** Checkers and test runners of JavaScript projects: what they obey is code of the project, so they need a rule. */
export const JAVASCRIPT_TOOLS: readonly Grammar[] = [
  {
    names: "tsc",
    versions: ["TypeScript 5.9", "TypeScript 6"],
    forms: [
      { effect: "reads", options: "-v,--version -h,--help --all", needs: "-v --version -h --help" },
      {
        effect: "reads",
        options: "--showConfig --listFilesOnly -p,--project:read",
        needs: "--showConfig --listFilesOnly",
      },
      {
        effect: "runs",
        options:
          "--noEmit --pretty -p,--project:read -b,--build -w,--watch --force -f --verbose --dry -d --incremental --skipLibCheck --strict " +
          "--allowJs --checkJs --esModuleInterop --target:data --module:data --moduleResolution:data --lib:data --jsx:data --noErrorTruncation " +
          "--diagnostics --extendedDiagnostics --traceResolution --explainFiles --listFiles --types:data --resolveJsonModule --isolatedModules --preserveWatchOutput",
        operands: "script*",
        check: ({ operands }) =>
          operands.some(({ word }) => word.prefix === "" || word.prefix.startsWith("@"))
            ? "may read its options from a file"
            : undefined,
      },
    ],
  },
  {
    names: "eslint",
    versions: ["ESLint 8", "ESLint 9"],
    effect: "runs",
    options:
      "--fix --fix-dry-run --ext=data --max-warnings=number --quiet --cache -f,--format=one(stylish|json|html) --no-color --color " +
      "--no-error-on-unmatched-pattern --report-unused-disable-directives --rule=data --debug --no-inline-config --ignore-pattern=data -v,--version -h,--help",
    operands: "arguments*",
  },
  {
    names: "prettier",
    versions: ["Prettier 3"],
    effect: "runs",
    options:
      "-c,--check -l,--list-different -w,--write -u,--ignore-unknown --log-level=data --no-color --version --no-error-on-unmatched-pattern",
    operands: "arguments*",
  },
  {
    names: "vitest",
    versions: ["Vitest 3", "Vitest 5"],
    effect: "runs",
    options:
      "--run --reporter=one(default|verbose|dot|json|tap|basic|tree) --coverage -t,--testNamePattern=data --bail=number --no-color --passWithNoTests " +
      "--maxWorkers=number --silent --no-file-parallelism --project=name --changed --retry=number --testTimeout=number -v,--version --typecheck",
    operands: "arguments*",
  },
  {
    names: "jest",
    versions: ["Jest 29", "Jest 30"],
    effect: "runs",
    options:
      "--coverage -t,--testNamePattern=data --watchAll=one(false) --ci -i,--runInBand --bail --verbose --silent --passWithNoTests --onlyChanged -o " +
      "--maxWorkers=data --no-cache --no-coverage --testPathPattern=data --testPathPatterns=data --listTests --forceExit --detectOpenHandles -v,--version",
    operands: "arguments*",
  },
  {
    names: "biome",
    versions: ["Biome 2"],
    forms: [
      {
        effect: "runs",
        options:
          "--write --fix --error-on-warnings --max-diagnostics=data --diagnostic-level=data --no-errors-on-unmatched",
        operands: "one(check|lint|format|ci) arguments*",
      },
      { effect: "reads", options: "--version -V", needs: "--version -V" },
    ],
  },
];

import { grammars } from "../notation.ts";

/** What stands for standard input, or for a text on the line, is no script of the project. */
export const SCRIPT = "script((?!-|/dev/|/proc/|(?:data|https?|file|node|blob|npm|jsr):|inspect$)[^]+)";

const QUIET =
  "--no-warnings --no-deprecation --trace-warnings --trace-uncaught --enable-source-maps --expose-gc --experimental-strip-types " +
  "--max-old-space-size=number";

const TASK = "-s,--silent -r,--recursive --if-present";

const COMMON =
  "-s,--silent -d,-dd,--verbose -q,--quiet --loglevel=one(silent|error|warn|notice|http|timing|info|verbose|silly) " +
  "--no-color --color --no-progress --no-fund --no-audit --json --offline --prefer-offline --long";

const WORKSPACES = "-w,--workspace=name --workspaces -ws --include-workspace-root";

/** Node.js, package managers, checkers, test runners: they obey code of the project, so they need a rule. */
export const JAVASCRIPT = grammars(`
// Code on the line, modules that are loaded first and what writes profiles are not understood.
node nodejs | Node.js 20, Node.js 24 | posix
  reads needs=-v,--version,-h,--help -v,--version -h,--help
  reads ${SCRIPT} needs=-c,--check -c,--check
  runs ${SCRIPT}* needs=--test
    ${QUIET} --test --test-only --test-reporter=one(spec|tap|dot) --test-name-pattern=data --watch
  runs ${SCRIPT} rest* ${QUIET}
// Whatever it is asked it loads .pnpmfile.cjs; telling its version it asks where there is one, see guards/armed.ts.
pnpm | pnpm 9, pnpm 10
  -r,--recursive -s,--silent -w,--workspace-root
  reads needs=-v,--version,-h,--help -v,--version -h,--help
  run run-script: runs name rest* ${TASK}
  test t start build lint typecheck format check dev: runs arguments* ${TASK}
  ls list la ll why outdated: runs name*
    --depth=number -r,--recursive --json --long --parseable -P,--prod -D,--dev -g,--global
  install i: runs
    --frozen-lockfile --no-frozen-lockfile --prefer-offline --offline --ignore-scripts -P,--prod -D,--dev
// Its settings name the file that is run in its place: the same.
yarn yarnpkg | yarn 1.22, yarn 4
  -s,--silent
  reads needs=-v,--version,-h,--help -v,--version -h,--help
  run: runs name rest* ${TASK}
  test start build lint typecheck format check dev: runs arguments* ${TASK}
  list why info outdated: network name* --depth=number --json --pattern=data
  install: runs --frozen-lockfile --immutable --offline --ignore-scripts --prefer-offline
bun | bun 1.2
  reads needs=-v,--version,-h,--help -v,--version -h,--help
  run:
    runs name([\\w@:+-][\\w@:.+-]*) rest* --silent
    runs ${SCRIPT} rest* --silent
  test: runs arguments* --bail?=number --timeout=number -t,--test-name-pattern=data --coverage --watch
  install i: runs --frozen-lockfile --ignore-scripts -p,--production
deno | deno 2
  reads needs=-v,--version,-h,--help -v,--version -h,--help
  check lint: runs ${SCRIPT}* --quiet -q --all --json
  fmt: runs make* --check -q,--quiet
  test: runs ${SCRIPT}* -q,--quiet --no-check --fail-fast --parallel --filter=data
  task: runs name rest* -q,--quiet
npx | npx 10, npx 11
  reads needs=-v,--version,-h,--help -v,--version -h,--help
// Its options may be abbreviated and may have any number of dashes; here they have one spelling.
npm | npm 10.8, npm 11.19
  ${COMMON}
  reads ${COMMON} -v,--version -h,--help
  run run-script rum urn:
    reads ${COMMON} ${WORKSPACES}
    runs name((?!env$)[^]*) arguments* ${COMMON} ${WORKSPACES} --if-present
  test tst t start stop restart: runs arguments((?!env$)[^]*)* ${COMMON} ${WORKSPACES} --if-present
  ls list ll la: reads name*
    ${COMMON} ${WORKSPACES} -a,--all --depth=number --omit=name --include=name -g,--global -p,--parseable
  root prefix: reads ${COMMON} -g,--global
  explain why: reads name+ ${COMMON} ${WORKSPACES}
  pkg: reads one(get) match([\\w@./[\\]-]+)* ${COMMON} ${WORKSPACES}
  config c: reads one(get) one(registry|prefix|cache|node-version|package-lock|save-exact|engine-strict|ignore-scripts) ${COMMON}
  ci clean-install: runs ${COMMON} ${WORKSPACES} --ignore-scripts --omit=name --include=name
  view info show v outdated ping: network name* ${COMMON} ${WORKSPACES}
  version: asks name* ${COMMON}
tsc | TypeScript 5.9, TypeScript 6
  reads needs=-v,--version,-h,--help -v,--version -h,--help --all
  reads needs=--showConfig,--listFilesOnly --showConfig --listFilesOnly -p,--project:read
  runs script((?!@)[^]+)*
    --noEmit --pretty -p,--project:read -b,--build -w,--watch --force -f --verbose --incremental --skipLibCheck --strict
eslint | ESLint 8, ESLint 9
  runs arguments*
    --fix --ext=data --max-warnings=number --quiet --cache -f,--format=one(stylish|json|html) --no-color -v,--version
prettier | Prettier 3
  runs arguments*
    -c,--check -l,--list-different -w,--write -u,--ignore-unknown --log-level=data --no-color --version
vitest | Vitest 3, Vitest 5
  runs arguments*
    --run --reporter=one(default|verbose|dot|json|tap) --coverage -t,--testNamePattern=data --project=name -v,--version
jest | Jest 29, Jest 30
  runs arguments*
    --coverage -t,--testNamePattern=data --watchAll=one(false) --ci -i,--runInBand --bail --verbose -v,--version
biome | Biome 2
  runs one(check|lint|format|ci) arguments*
    --write --fix --error-on-warnings --max-diagnostics=data
  reads needs=--version,-V --version -V
`);

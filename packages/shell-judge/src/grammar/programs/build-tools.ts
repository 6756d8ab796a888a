import type { Form, Grammar } from "../grammar.ts";

const PACKAGES =
  "-p,--package=name --workspace --all --exclude=name --lib --bin=name --bins --example=name --examples --test=name --tests --bench=name --benches " +
  "--all-targets --all-features --no-default-features -F,--features=data -r,--release --profile=name -j,--jobs=number --keep-going -q,--quiet -v,-vv,--verbose " +
  "--color=data --locked --offline --frozen --message-format=data --ignore-rust-version";

const cargo = (options = "", operands?: string): Form => ({
  effect: "runs",
  options: `${PACKAGES} ${options}`,
  ...(operands === undefined ? {} : { operands }),
});

const GO =
  "-v -x -n -a -race -short -cover -count=number -run=data -bench=data -benchmem -timeout=data -tags=data -failfast -json -list=data -shuffle=data -skip=data -p=number -parallel=number -mod=one(mod|readonly|vendor) -trimpath";

const versioned = (names: string, versions: readonly string[], options: string): Grammar => ({
  names,
  versions,
  effect: "reads",
  options,
  needs: options.replaceAll(",", " "),
});

const GOALS =
  "one(clean|validate|compile|test-compile|test|package|verify|install|dependency:tree|dependency:resolve|spotless:check|checkstyle:check|help:effective-pom)";

/** Build tools: what they build runs code of the project, so they need a rule. */
export const BUILD_TOOLS: readonly Grammar[] = [
  {
    names: "cargo",
    versions: ["cargo 1.80", "cargo 1.95"],
    options: "-q,--quiet -v,--verbose --color=data --locked --offline --frozen",
    subcommands: {
      "build b check c": cargo(),
      "test t": cargo("--no-run --no-fail-fast --doc", "data? arguments*"),
      bench: cargo("--no-run --no-fail-fast", "data? arguments*"),
      "run r": cargo("", "arguments*"),
      clippy: cargo("--fix --allow-dirty --no-deps", "match(-[DWAF]\\S*|[\\w:-]+)*"),
      doc: cargo("--no-deps --document-private-items"),
      fmt: { effect: "runs", options: "--all --check -q,--quiet -v,--verbose -p,--package=name" },
      tree: {
        effect: "runs",
        options: `${PACKAGES} -i,--invert=name -d,--duplicates --depth=number -e,--edges=data --prefix=data`,
      },
      metadata: {
        effect: "runs",
        options: "--no-deps --format-version=number --offline --locked --frozen --all-features",
      },
      "version search": { effect: "reads", options: "-v,--verbose --limit=number", operands: "name*" },
    },
    alone: { effect: "reads", options: "-V,--version --list -h,--help -v" },
  },
  versioned("rustc", ["rustc 1.95"], "-V,--version,-vV"),
  {
    names: "rustup",
    versions: ["rustup 1.29"],
    subcommands: {
      show: { effect: "reads", operands: "one(active-toolchain|home|profile)?" },
      "toolchain target component": { effect: "reads", options: "--installed -v", operands: "one(list)" },
    },
    alone: { effect: "reads", options: "-V,--version -h,--help" },
  },
  {
    names: "go",
    versions: ["go 1.22", "go 1.25"],
    style: "words",
    subcommands: {
      "build test vet": {
        effect: "runs",
        options: GO,
        operands: "arguments*",
        check: ({ operands }) =>
          operands.some(({ word }) => word.prefix.startsWith("-")) ? "is an option that is not known" : undefined,
      },
      list: { effect: "runs", options: `${GO} -m -f:data -deps -e -json`, operands: "arguments*" },
      fmt: { effect: "runs", options: "-n -x", operands: "arguments*" },
      mod: {
        subcommands: { "tidy verify graph why download": { effect: "runs", options: "-v -x -m", operands: "name*" } },
      },
      env: { effect: "reads", options: "-json -changed", operands: "match([A-Z]+)*" },
      version: { effect: "reads" },
    },
  },
  versioned("gofmt", ["go 1.25"], "-l,-d"),
  {
    names: "make gmake",
    versions: ["GNU Make 4.3"],
    forms: [
      { effect: "reads", options: "-v,--version -h,--help", needs: "-v --version -h --help" },
      {
        effect: "runs",
        options:
          "-j?=number -k,--keep-going -s,--silent,--quiet -B,--always-make -n,--dry-run,--just-print -w,--print-directory --no-print-directory -i,--ignore-errors -C,--directory=cd -O?=data -q,--question -d --trace",
        operands: "target((?!-)[\\w./%@+-]+)*",
      },
    ],
  },
  {
    names: "mvn mvnw",
    versions: ["Apache Maven 3.8"],
    style: "words",
    forms: [
      { effect: "reads", options: "-v --version -version", needs: "-v --version -version" },
      {
        effect: "runs",
        options:
          "-q --quiet -B --batch-mode -o --offline -e -X -U -ntp --no-transfer-progress -am -amd -pl:name -T:data -fae -ff -DskipTests -DskipTests=one(true|false) -Dmaven.test.skip=one(true|false) " +
          "-Dtest=match([\\w.#*,+$-]+) -DfailIfNoTests=one(false) -Dsurefire.failIfNoSpecifiedTests=one(false)",
        operands: `${GOALS}+`,
      },
    ],
  },
  {
    names: "gradle gradlew",
    versions: ["Gradle 8"],
    effect: "runs",
    options:
      "-q,--quiet -i,--info -w,--warn -s,--stacktrace --no-daemon --offline --console=data --tests:data -x:name --continue --parallel -v,--version --rerun-tasks --dry-run -m",
    operands: "name*",
  },
  {
    names: "java javac",
    versions: ["OpenJDK 17"],
    style: "words",
    effect: "reads",
    options: "-version --version -fullversion",
    needs: "-version --version -fullversion",
  },
  versioned("gcc g++ cc c++ clang clang++ cmake ninja", ["GCC 12"], "--version"),
  versioned(
    "ruby php perl lua rails bundle gem composer dotnet swift kotlin scala elixir terraform helm ansible aws gcloud az psql mysql sqlite3 redis-cli nginx openssl ssh",
    ["any"],
    "--version",
  ),
  versioned(
    "hyperfine shellcheck shfmt markdownlint turbo nx lerna esbuild vite webpack rollup next nuxt tsx ts-node playwright cypress claude code docker-compose corepack nvm fnm volta asdf mise direnv pre-commit tox nox conda pipenv hatch pdm rye",
    ["any"],
    "--version",
  ),
];

import type { Form, Grammar } from "../grammar.ts";
import { isNoFile } from "./node.ts";

const PYTEST =
  "-q,--quiet -v,-vv,-vvv,--verbose -x,--exitfirst -s -k=data --tb=one(auto|long|short|line|native|no) --maxfail=number --lf,--last-failed " +
  "--ff,--failed-first --nf,--new-first --sw,--stepwise --co,--collect-only --durations=number -n=match(\\d+|auto|logical) -r=match([a-zA-Z]+) -l,--showlocals " +
  "--no-header --no-summary --color=data --disable-warnings --strict-markers --cov?=name --cov-report=match(term(?:-missing)?) --no-cov --setup-show --runxfail --markers --fixtures";

const FLAGS =
  "-u -B -O -OO -s -S -E -I -q -b -bb -d -W=one(ignore|error|default|always|module|once|all) -X=one(dev|utf8|importtime|faulthandler)";

const module = (name: string, form: Form, options = ""): Form => ({
  ...form,
  options: `${FLAGS} -m:one(${name}) ${options}`,
  needs: "-m",
});

/** Python. A module is looked for in the workspace first, so even one of the standard library needs a rule. */
export const python: Grammar = {
  names: "python python3 python3.10 python3.11 python3.12 python3.13 py",
  versions: ["Python 3.10", "Python 3.13"],
  style: "posix",
  forms: [
    { effect: "reads", options: "-V,--version,-VV -h,--help", needs: "-V --version -VV -h --help" },
    module(
      "pytest|unittest",
      {
        effect: "runs",
        operands: "arguments*",
        check: ({ operands }) => pytestArguments(operands.map(({ word }) => word.value)),
      },
      PYTEST.replace("-s ", "").replace("-q,--quiet", "--quiet"),
    ),
    module(
      "json.tool",
      { effect: "runs", operands: "read?" },
      "--sort-keys --no-ensure-ascii --json-lines --indent=number --tab --no-indent --compact",
    ),
    module("venv", { effect: "runs", operands: "make" }, "--clear --upgrade-deps --without-pip --system-site-packages"),
    module(
      "mypy|black|ruff|isort|flake8|pylint|compileall|py_compile|doctest",
      { effect: "runs", operands: "arguments*" },
      "-q --check --diff --strict",
    ),
    module("pip", { effect: "reads", operands: "one(list|show|freeze|check) name*" }, "--format=data --not-required"),
    { effect: "runs", options: FLAGS, operands: "script rest*", check: isNoFile },
  ],
};

/** Words behind the first test of pytest may still be options of it. */
function pytestArguments(words: readonly string[]): string | undefined {
  return words.some((word) => word.startsWith("-") || word.startsWith("@"))
    ? "may be an option of the test runner; put options first"
    : undefined;
}

const PIP_INSTALL =
  "-r,--requirement=read -U,--upgrade -q,--quiet -v,--verbose -e,--editable=script --no-deps --user --pre --no-cache-dir --disable-pip-version-check --no-input --dry-run";

export const PYTHON_TOOLS: readonly Grammar[] = [
  {
    names: "pip pip3",
    versions: ["pip 23", "pip 25"],
    options: "-q,--quiet -v,--verbose --disable-pip-version-check --no-color --no-input",
    subcommands: {
      "list freeze check": {
        effect: "reads",
        options: "-o,--outdated --format=data --not-required --user -l,--local --all --exclude=name",
      },
      show: { effect: "reads", options: "-f,--files", operands: "name+" },
      install: { effect: "runs", options: PIP_INSTALL, operands: "match((?!-)[\\w.,<>=!~*\\[\\]-]+)*" },
    },
    alone: { effect: "reads", options: "-V,--version -h,--help" },
  },
  {
    names: "pytest py.test",
    versions: ["pytest 8", "pytest 9"],
    effect: "runs",
    options: `${PYTEST} -m=data -V,--version -h,--help`,
    operands: "arguments*",
    check: ({ operands }) =>
      operands.some(({ word }) => word.prefix === "" || word.prefix.startsWith("@"))
        ? "may read its options from a file"
        : undefined,
  },
  {
    names: "ruff",
    versions: ["ruff 0.12"],
    subcommands: {
      check: {
        effect: "runs",
        options:
          "--fix --unsafe-fixes --diff --select=data --ignore=data --extend-select=data -q,--quiet --output-format=data --no-cache --statistics --preview",
        operands: "arguments*",
      },
      format: {
        effect: "runs",
        options: "--check --diff -q,--quiet --no-cache --line-length=number",
        operands: "arguments*",
      },
    },
    alone: { effect: "reads", options: "-V,--version -h,--help" },
  },
  {
    names: "black isort",
    versions: ["black 25", "isort 6"],
    effect: "runs",
    options:
      "--check --diff -q,--quiet -v,--verbose -l,--line-length=number --version --color --profile=name --check-only",
    operands: "arguments*",
  },
  {
    names: "mypy pyright",
    versions: ["mypy 1.17", "pyright 1.1"],
    effect: "runs",
    options: "--strict --ignore-missing-imports --no-error-summary --show-error-codes --pretty -p=name --version -V",
    operands: "arguments*",
  },
  {
    names: "uv",
    versions: ["uv 0.8"],
    subcommands: {
      "sync lock": {
        effect: "runs",
        options: "--frozen --locked --all-extras --no-dev --dev --group=name --extra=name -q,--quiet",
      },
      pip: {
        subcommands: {
          "list show freeze check tree": { effect: "reads", options: "--format=data -o,--outdated", operands: "name*" },
        },
      },
      tree: { effect: "reads", options: "--depth=number --frozen" },
    },
    alone: { effect: "reads", options: "-V,--version -h,--help" },
  },
  {
    names: "poetry",
    versions: ["poetry 2"],
    subcommands: {
      show: { effect: "reads", options: "--tree -t --latest -l --outdated -o --no-dev", operands: "name*" },
      check: { effect: "reads", options: "--lock --strict" },
      "install sync lock": {
        effect: "runs",
        options: "--no-root --no-interaction -n --with=name --without=name --all-extras",
      },
    },
    alone: { effect: "reads", options: "-V,--version" },
  },
];

import { grammars } from "../notation.ts";
import { SCRIPT } from "./javascript.ts";

/** `-q` is an option of Python, too. */
const PYTEST =
  "--quiet -v,-vv,-vvv,--verbose -x,--exitfirst -k=data --tb=one(auto|long|short|line|native|no) --maxfail=number --lf,--last-failed " +
  "--ff,--failed-first --co,--collect-only --durations=number -n=match(\\d+|auto) -r=match([a-zA-Z]+) --color=data --cov?=name";

const FLAGS =
  "-u -B -O -OO -s -S -E -I -q -b -bb -d -W=one(ignore|error|default|always|module|once|all) -X=one(dev|utf8|importtime|faulthandler)";

/** Behind an at sign stands a file with further options. */
const FILES = "arguments((?!@)[^]*)";

/** The same for a tool behind `-m`, whose options stand among its files. */
const CHECKED =
  "arguments((?![-@])[^]*|-[qv]|--(?:fix|check|check-only|diff|strict|quiet|verbose|color|no-cache|pretty|statistics|" +
  "show-error-codes|ignore-missing-imports|(?:select|ignore|disable|enable|line-length|max-line-length|profile|" +
  "target-version|output-format|exclude)=[^]*))";

const PIP_INSTALL =
  "-r,--requirement=read((?!\\w+:)[^]*) -U,--upgrade -q,--quiet -v,--verbose -e,--editable=script((?![\\w+]+:)[^]*) --no-deps --user --pre --no-cache-dir --disable-pip-version-check --no-input --dry-run";

/** Python and its tools. Modules are looked for in the workspace first, so even a standard one needs a rule. */
export const PYTHON = grammars(String.raw`
python python3 python3.10 python3.11 python3.12 python3.13 py | Python 3.10, Python 3.13 | posix
  reads needs=-V,--version,-VV,-h,--help -V,--version,-VV -h,--help
  // Words behind the first test of pytest may still be options of it.
  runs arguments((?![-@])[^]*)* needs=-m
    ${FLAGS} -m:one(pytest|unittest) ${PYTEST}
  runs read? needs=-m
    ${FLAGS} -m:one(json.tool) --sort-keys --no-ensure-ascii --json-lines --indent=number --tab --no-indent --compact
  runs make(venv) needs=-m ${FLAGS} -m:one(venv) --clear!loses --upgrade-deps --without-pip --system-site-packages
  runs ${CHECKED}* needs=-m
    ${FLAGS} -m:one(mypy|black|ruff|isort|flake8|pylint|compileall|py_compile|doctest) -q --check --diff --strict
  runs one(list|show|freeze|check) name* needs=-m ${FLAGS} -m:one(pip) --format=data --not-required
  runs ${SCRIPT} rest* ${FLAGS}
pip pip3 | pip 23, pip 25
  -q,--quiet -v,--verbose --disable-pip-version-check --no-color --no-input
  reads -V,--version -h,--help
  list freeze check: reads -o,--outdated!network --format=data --not-required --user -l,--local --all --exclude=name
  show: reads name+ -f,--files
  install: runs match((?!-)[\w.,<>=!~*\[\]-]+)* ${PIP_INSTALL}
pytest py.test | pytest 8, pytest 9
  runs arguments((?!@)[^]+)* ${PYTEST} -q -s -m=data -V,--version -h,--help
ruff | ruff 0.12
  reads -V,--version -h,--help
  check: runs ${FILES}*
    --fix --diff --select=data --ignore=data -q,--quiet --output-format=data
  format: runs ${FILES}* --check --diff -q,--quiet --no-cache --line-length=number
black isort | black 25, isort 6
  runs arguments*
    --check --diff -q,--quiet -v,--verbose -l,--line-length=number --version --color --profile=name --check-only
mypy pyright | mypy 1.17, pyright 1.1
  runs ${FILES}*
    --strict --ignore-missing-imports --no-error-summary --show-error-codes --pretty -p=name --version -V
// It asks the interpreter in the project's environment, and builds what says its version by code.
uv | uv 0.8
  reads -V,--version -h,--help
  sync lock: runs --frozen --locked --all-extras --no-dev --dev --group=name --extra=name -q,--quiet
  pip:
    list show freeze check tree: runs name* --format=data -o,--outdated
  tree: runs --depth=number --frozen
// The same, and it loads plugins of the project.
poetry | poetry 2
  reads -V,--version
  show: runs name* --tree -t --latest -l --outdated -o --no-dev
  check: runs --lock --strict
  install sync lock: runs --no-root --no-interaction -n --with=name --without=name --all-extras
`);

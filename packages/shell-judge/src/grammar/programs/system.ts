import type { Grammar } from "../grammar.ts";

const coreutils = ["GNU coreutils 8.32", "GNU coreutils 9.1"];
const procps = ["procps-ng 3.3", "procps-ng 4.0"];

const looks = (names: string, versions: readonly string[], options = "", operands?: string): Grammar => ({
  names,
  versions,
  effect: "reads",
  options,
  ...(operands === undefined ? {} : { operands }),
});

/** The columns of ps but that of the environment, in which secrets stand. */
const FIELD =
  "(?:%cpu|%mem|pcpu|pmem|pid|ppid|pgid|pgrp|sid|sess|tid|spid|lwp|user|uid|euser|ruser|group|gid|comm|ucmd|cmd|args|command|etime|etimes|" +
  "time|cputime|stat|state|s|rss|rssize|vsz|vsize|sz|size|tty|tt|tname|ni|nice|pri|nlwp|thcount|psr|start|lstart|stime|start_time|c|f|wchan)" +
  "(?:[=:][\\w%-]*)?";

const FIELDS = `match(${FIELD}(?:,${FIELD})*)`;

/** Programs that tell of the machine, the time and what runs. */
export const SYSTEM: readonly Grammar[] = [
  {
    names: "date gdate",
    versions: coreutils,
    effect: "reads",
    options:
      "-d,--date=data --debug -I?=data --iso-8601?=data --resolution -R,--rfc-email --rfc-3339=data -r,--reference=read -u,--utc,--universal --help --version",
    operands: "match(\\+[^]*)?",
  },
  looks("whoami arch logname tty", coreutils, "--help --version"),
  looks(
    "uname",
    coreutils,
    "-a,--all -s,--kernel-name -n,--nodename -r,--kernel-release -v,--kernel-version -m,--machine -p,--processor -i,--hardware-platform -o,--operating-system --help --version",
  ),
  looks(
    "id",
    coreutils,
    "-a -Z,--context -g,--group -G,--groups -n,--name -r,--real -u,--user -z,--zero --help --version",
    "data*",
  ),
  looks("groups", coreutils, "--help --version", "data*"),
  looks("nproc", coreutils, "--all --ignore=number --help --version"),
  looks(
    "hostname",
    ["hostname 3.23"],
    "-a,--alias -A,--all-fqdns -d,--domain -f,--fqdn,--long -i,--ip-address -I,--all-ip-addresses -s,--short",
  ),
  looks("uptime", procps, "-p,--pretty -s,--since"),
  looks(
    "free",
    procps,
    "-b,--bytes -k,--kibi -m,--mebi -g,--gibi --kilo --mega --giga -h,--human --si -l,--lohi -t,--total -w,--wide -s,--seconds=data -c,--count=number",
  ),
  looks("vmstat", procps, "-a -s -d -w -n -S=data", "number*"),
  {
    names: "ps",
    versions: procps,
    effect: "reads",
    options:
      `-A,-e -a -d -N,--deselect -f -F -l -j -L -T -w -H,--forest -y -M -x -o,--format=${FIELDS} -O=${FIELDS} -p,--pid=match([\\d,]+) ` +
      "--ppid=match([\\d,]+) -C=match([\\w.,-]+) -u=match([\\d,]+|root|x) -t,--tty=match([\\w/?,]+) --sort=match([-+%\\w,]+) " +
      "--no-headers,--no-heading --headers --cols=number --rows=number -V,--version",
    operands: "match([aAcfhjlmnrSTuvwxX]+|\\d+)*",
    // A `-u` that names nobody makes ps read all of its words anew, and then a letter `e` shows the environment.
    check: ({ options }) =>
      options.some(({ option }) => option === "-u") && options.some(({ option }) => option === "-e" || option === "-o")
        ? "may be read as other options"
        : undefined,
  },
  looks(
    "pgrep pidof",
    procps,
    "-a,--list-full -c,--count -d,--delimiter=data -f,--full -i,--ignore-case -l,--list-name -n,--newest -o,--oldest -v,--inverse -w,--lightweight -x,--exact -P,--parent=data -u,--euid=data -U,--uid=data -s -V,--version",
    "data*",
  ),
  looks(
    "lsof",
    ["lsof 4.95"],
    "-n -P -t -l -a -p=match([\\d,^]+) -c=match([\\w.-]+) -i?=match([\\w:.,@-]+) -s?=match(TCP:\\w+|UDP:\\w+) -u=match([\\w,^-]+)",
    "match(:\\d+(?:[-,]\\d+)*)*",
  ),
  looks("ss netstat", ["iproute2 6.1"], "-a -l -n -p -t -u -x -r -s -i -4 -6 -e -o"),
  looks("which gwhich", ["debianutils 5.7", "GNU which 2.21"], "-a,--all -s", "data*"),
  looks("whereis", ["util-linux 2.38"], "-b -m -s -l -u", "data*"),
  looks("getconf", ["glibc 2.36"], "-a", "match([\\w/]+)*"),
  looks("locale", ["glibc 2.36"], "-a -m -c -k", "match(\\w+)*"),
  looks(
    "lscpu lsblk",
    ["util-linux 2.38"],
    "-a,--all -b,--bytes -e -f,--fs -J,--json -n -o=match([\\w,-]+) -p -V,--version",
  ),
  looks("tput", ["ncurses 6.4"], "", "one(cols|lines|colors|sgr0|bold|reset|setaf|setab) number*"),
  looks("cal ncal", ["util-linux 2.38"], "-1 -3 -y -m -j", "number*"),
  looks(
    "printenv",
    coreutils,
    "",
    "one(HOME|PATH|PWD|OLDPWD|USER|LOGNAME|SHELL|LANG|LC_ALL|TERM|TZ|EDITOR|TMPDIR|NODE_ENV|CI|VIRTUAL_ENV|JAVA_HOME|GOPATH)+",
  ),
  { ...looks("sleep", coreutils, "--help --version", "match([\\d.]+[smhd]?)+") },
  looks(
    "seq",
    coreutils,
    "-f,--format=data -s,--separator=data -w,--equal-width -# --help --version",
    "match(-?[\\d.]+)+",
  ),
  { ...looks("expr", coreutils, "", "data*"), plain: true },
  looks("factor", coreutils, "", "number*"),
  looks(
    "numfmt",
    coreutils,
    "--from=data --to=data --field=data --format=data --suffix=data --padding=number --header?=number -d,--delimiter=data",
    "data*",
  ),
  looks("yes", coreutils, "", "match(\\w*)?"),
  looks("bc", ["bc 1.07"], "-l,--mathlib -q,--quiet -s,--standard -w,--warn -v,--version"),
];

import { grammars } from "../notation.ts";

const COREUTILS = "GNU coreutils 8.32, GNU coreutils 9.1";

const PROCPS = "procps-ng 3.3, procps-ng 4.0";

/** The columns of ps but that of the environment, in which secrets stand. */
const FIELD =
  "(?:%cpu|%mem|pcpu|pmem|pid|ppid|pgid|pgrp|sid|sess|tid|spid|lwp|user|uid|euser|ruser|group|gid|comm|ucmd|cmd|args|command|etime|etimes|" +
  "time|cputime|stat|state|s|rss|rssize|vsz|vsize|sz|size|tty|tt|tname|ni|nice|pri|nlwp|thcount|psr|start|lstart|stime|start_time|c|f|wchan)" +
  "(?:[=:][\\w%-]*)?";

const FIELDS = `match(${FIELD}(?:,${FIELD})*)`;

/** Programs that tell of the machine, the time and what runs, and pages of manuals. */
export const SYSTEM = grammars(String.raw`
date gdate | ${COREUTILS}
  reads match(\+[^]*)?
    -d,--date=data -I?=data --iso-8601?=data -R,--rfc-email --rfc-3339=data -r,--reference=read -u,--utc,--universal
    --help --version
whoami arch logname tty | ${COREUTILS}
  reads --help --version
uname | ${COREUTILS}
  reads -a,--all -s -n -r -v -m,--machine -p -i -o --help --version
id | ${COREUTILS}
  reads data* -g,--group -G,--groups -n,--name -r,--real -u,--user --help --version
nproc | ${COREUTILS}
  reads --all --ignore=number --help --version
hostname | hostname 3.23
  reads -a -A -d -f -i -I -s
uptime | ${PROCPS}
  reads -p,--pretty -s,--since
free | ${PROCPS}
  reads -b,--bytes -k,--kibi -m,--mebi -g,--gibi -h,--human --si -l -t,--total -w,--wide -s=data -c=number
ps | ${PROCPS}
  reads match([aAcfhjlmnrSTuvwxX]+|\d+)* check=plainColumns
    -A,-e -a -d -f -F -l -j -L -T -w -H,--forest -x -o,--format=${FIELDS} -O=${FIELDS} -p,--pid=match([\d,]+)
    --ppid=match([\d,]+) -C=match([\w.,-]+) -u=match([\d,]+|root|x) -t,--tty=match([\w/?,]+)
    --sort=match([-+%\w,]+) --no-headers,--no-heading --headers -V,--version
pgrep pidof | ${PROCPS}
  reads data*
    -a,--list-full -c,--count -d=data -f,--full -i -l,--list-name -n,--newest -o,--oldest -v -x,--exact
    -P,--parent=data -u=data -U=data -s -V,--version
// The name of a machine would be looked up, and so told to others.
lsof | lsof 4.95
  reads match(:\d+(?:[-,]\d+)*)*
    -n -P -t -l -a -p=match([\d,^]+) -c=match([\w.-]+) -i?=match([46]?(?:TCP|UDP|tcp|udp)?(?:@[\d.]+)?(?::[\w,-]+)?) -s?=match(TCP:\w+|UDP:\w+)
    -u=match([\w,^-]+)
// A filter in its words could end connections; with -r names would be looked up.
ss | iproute2 6.1
  reads
    -t,--tcp -u,--udp -l,--listening -n,--numeric -p,--processes -a,--all -x,--unix -4,--ipv4 -6,--ipv6 -e,--extended
    -i,--info -m,--memory -o,--options -s,--summary -H,--no-header -V,--version
ip | iproute2 6.1 | words | partly
  reads one(addr|address|a|link|l|route|r|neigh) one(show|list|ls)? match([\w.:@-]+)?
    -br -brief -4 -6 -c -color -j -json -p -pretty -s -d -o
dpkg | dpkg 1.21 | partly
  reads match([\w.+:*?-]+)* needs=-l,--list,-L,--listfiles,-s,--status -l,--list -L,--listfiles -s,--status
dpkg-query | dpkg 1.21 | partly
  reads match([\w.+:*?-]+)* needs=-l,--list,-L,--listfiles,-s,--status,-W,--show
    -l,--list -L,--listfiles -s,--status -W,--show -f,--showformat=data
apt | apt 2.6 | partly
  reads one(list|show|search|policy) match([\w.+:*?-]+)* --installed --upgradable -a,--all-versions
apt-cache | apt 2.6 | partly
  reads one(policy|show|search|depends|rdepends|madison) match([\w.+:*?-]+)*
rpm | rpm 4.18 | partly
  reads match([\w.+:*?-]+)* needs=-q,--query -q,--query -a,--all -i,--info -l,--list --last
systemctl | systemd 252 | partly
  reads one(status|is-active|is-enabled|is-failed|list-units|list-unit-files|list-timers) match([\w@.:*-]+)*
    --no-pager -l,--full -a,--all -q,--quiet -n,--lines=number -t,--type=match([\w,]+) --state=match([\w,-]+) --user
    --failed --no-legend --plain
which gwhich | debianutils 5.7, GNU which 2.21
  reads data* -a,--all -s
getconf | glibc 2.36
  reads match([\w/]+)* -a
locale | glibc 2.36
  reads match(\w+)* -a -m -c -k
lscpu lsblk | util-linux 2.38
  reads -a,--all -b,--bytes -e -f,--fs -J,--json -n -o=match([\w,-]+) -p -V,--version
tput | ncurses 6.4
  reads one(cols|lines|colors|sgr0|bold|reset|setaf|setab) number*
printenv | ${COREUTILS}
  reads
    one(HOME|PATH|PWD|OLDPWD|USER|LOGNAME|SHELL|LANG|LC_ALL|TERM|TZ|EDITOR|TMPDIR|NODE_ENV|CI|VIRTUAL_ENV|JAVA_HOME|GOPATH)+
sleep | ${COREUTILS}
  reads match([\d.]+[smhd]?)+ --help --version
seq | ${COREUTILS}
  reads match(-?[\d.]+)+ -f,--format=data -s,--separator=data -w,--equal-width -# --help --version
expr | ${COREUTILS}
  reads data* plain
man | man-db 2.11 | partly
  reads match((?!-)[\w.+:@-]+)+ -P,--pager=one(cat) -k,--apropos -f,--whatis -w,--where,--path -a,--all
`);

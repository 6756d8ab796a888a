import { grammars } from "../notation.ts";

const COREUTILS = "GNU coreutils 8.32, GNU coreutils 9.1";

/** Programs that list files and tell of them, not what is in them. */
export const LISTING = grammars(`
ls dir vdir gls | ${COREUTILS}
  reads read* alone=read check=staysBelow plain names
    -a,--all -A,--almost-all -b -B --block-size=data -c -C --color?=data -d,--directory -F --classify?=data --file-type
    --full-time -g --group-directories-first -G,--no-group -h,--human-readable --si --hide=data -i,--inode
    -I,--ignore=data -k -l -L,--dereference -m -n,--numeric-uid-gid -N -o -p -q -Q -r,--reverse -R,--recursive -s,--size
    -S --sort=data --time=data --time-style=data -t -u -U -v -w=number -x -X -Z,--context -1 --help --version
tree | tree 2.1
  reads read* alone=read names
    -a -d -f -i -l!asks -L=number -P=data -I=data -p -s -h -u -g -D -F -C -n -r -t -v -N -q -J --dirsfirst --noreport
    --filelimit=number --gitignore --ignore-case --matchdirs --prune --du --si --sort=data --help --version
stat | ${COREUTILS}
  reads read+ plain names -L,--dereference -f,--file-system -c,--format=data --printf=data -t,--terse --help --version
du | ${COREUTILS}
  reads read* alone=read plain names
    -0 -a,--all --apparent-size -b,--bytes -B=data -c,--total -d,--max-depth=number -h,--human-readable --inodes -k
    -L,--dereference!asks -m -s,--summarize -S -t,--threshold=data --time?=data --exclude=data -x --help --version
df | ${COREUTILS}
  reads data* plain
    -a,--all -B=data -h,--human-readable -H,--si -i,--inodes -k -l,--local -m --output?=data -P -t,--type=data
    -T,--print-type --total -x=data --help --version
file | file 5.44
  reads read* -b,--brief -i,--mime --mime-type --mime-encoding -k -L,--dereference -h -s -E --help -v,--version
realpath | ${COREUTILS}
  reads data+ plain names
    -e -m -L -P -q -s --relative-to=data --relative-base=data --no-symlinks --help --version
readlink greadlink | ${COREUTILS}
  reads data+ plain names -f,--canonicalize -e -m -n -q -s -v --help --version
basename | ${COREUTILS}
  reads data* plain names -a,--multiple -s,--suffix=data -z --help --version
dirname | ${COREUTILS}
  reads data* plain names -z --help --version
`);

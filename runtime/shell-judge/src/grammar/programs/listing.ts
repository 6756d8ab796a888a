import { grammars } from "../notation.ts";

const COREUTILS = "GNU coreutils 8.32, GNU coreutils 9.1";

/** Programs that list files and tell of them, not what is in them. */
export const LISTING = grammars(`
ls dir vdir gls | ${COREUTILS}
  reads read* alone=read check=staysBelow plain names
    -a,--all -A,--almost-all --author -b,--escape --block-size=data -B,--ignore-backups -c -C --color?=data
    -d,--directory -D,--dired -f -F --classify?=data --file-type --format=data --full-time -g
    --group-directories-first -G,--no-group -h,--human-readable --si -H,--dereference-command-line
    --dereference-command-line-symlink-to-dir --hide=data --hyperlink?=data --indicator-style=data -i,--inode
    -I,--ignore=data -k,--kibibytes -l -L,--dereference -m -n,--numeric-uid-gid -N,--literal -o -p
    -q,--hide-control-chars --show-control-chars -Q,--quote-name --quoting-style=data -r,--reverse -R,--recursive
    -s,--size -S --sort=data --time=data --time-style=data -t -T,--tabsize=number -u -U -v -w,--width=number -x -X
    -Z,--context --zero -1 --help --version
tree | tree 2.1
  reads read* alone=read names
    -a -d -f -i -l!asks -L=number -P=data -I=data -p -s -h -u -g -D -F -C -n -r -t -c -v -U -Q -N -q -A -S -x -J -X
    --dirsfirst --filesfirst --noreport --charset=data --filelimit=number --gitignore --ignore-case --matchdirs
    --prune --du --si --timefmt=data --sort=data --inodes --device --help --version
stat | ${COREUTILS}
  reads read+ plain names
    -L,--dereference -f,--file-system --cached=data -c,--format=data --printf=data -t,--terse --help --version
du | ${COREUTILS}
  reads read* alone=read plain names
    -0,--null -a,--all --apparent-size -B,--block-size=data -b,--bytes -c,--total -D,-H,--dereference-args
    -d,--max-depth=number -h,--human-readable --inodes -k -L,--dereference!asks -l,--count-links -m -P,--no-dereference
    -S,--separate-dirs --si -s,--summarize -t,--threshold=data --time?=data --time-style=data --exclude=data
    -x,--one-file-system --help --version
df | ${COREUTILS}
  reads data* plain
    -a,--all -B,--block-size=data -h,--human-readable -H,--si -i,--inodes -k -l,--local --no-sync --output?=data
    -P,--portability --sync --total -t,--type=data -T,--print-type -x,--exclude-type=data -v --help --version
file | file 5.44
  reads read*
    -b,--brief -i,--mime --mime-type --mime-encoding -k,--keep-going -L,--dereference -h,--no-dereference -N,--no-pad
    -n,--no-buffer -r,--raw -s,--special-files -0,--print0 -F,--separator=data -e,--exclude=data --extension -E --help
    -v,--version
realpath | ${COREUTILS}
  reads data+ plain names
    -e,--canonicalize-existing -m,--canonicalize-missing -L,--logical -P,--physical -q,--quiet --relative-to=data
    --relative-base=data -s,--strip,--no-symlinks -z,--zero --help --version
readlink greadlink | ${COREUTILS}
  reads data+ plain names
    -f,--canonicalize -e,--canonicalize-existing -m,--canonicalize-missing -n,--no-newline -q,--quiet -s,--silent
    -v,--verbose -z,--zero --help --version
basename | ${COREUTILS}
  reads data* plain names -a,--multiple -s,--suffix=data -z,--zero --help --version
dirname | ${COREUTILS}
  reads data* plain names -z,--zero --help --version
`);

import { grammars } from "../notation.ts";

/** Programs that look into archives. What unpacks or changes them is not understood. */
export const ARCHIVES = grammars(`
tar gtar | GNU tar 1.34
  reads data* needs=-t,--list check=isHere
    -t,--list -v,--verbose -z,--gzip -j,--bzip2 -J,--xz --zstd -a,--auto-compress -f,--file=read --wildcards
    --exclude=data
  reads match(t[vzjJa]*f) read data* check=isHere
  reads needs=--version,--help --version --help
unzip | UnZip 6.00
  reads read data* needs=-l,-v,-t,-p,-Z -l -v -t -p -q -qq -Z -1 -s -m -h -x:data
zgrep | gzip 1.12
  reads data read+
    -E -F -P -i -v -w -x -c -l -o -n -H -h -s -q -A=number -B=number -C=number -m=number --color?=data
zcat gzcat bzcat xzcat | gzip 1.12, bzip2 1.0.8, xz 5.4
  reads read* -q,--quiet -v,--verbose -f,--force --help --version
gzip gunzip | gzip 1.12
  reads read* needs=-c,--stdout,-l,--list,-t,--test,-V,--version
    -c,--stdout -d,--decompress -l,--list -t,--test -v,--verbose -q,--quiet -k,--keep -1 -9 -V,--version
`);

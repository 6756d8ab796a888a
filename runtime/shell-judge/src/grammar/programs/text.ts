import { grammars } from "../notation.ts";

const COREUTILS = "GNU coreutils 8.32, GNU coreutils 9.1";

const SED =
  "-n,--quiet,--silent --debug -e,--expression=code(sed) -E,-r,--regexp-extended -l,--line-length=number --posix " +
  "-s,--separate --sandbox -u,--unbuffered -z,--null-data --help --version";

/** Programs that print what is in files, changed or not. */
export const TEXT = grammars(String.raw`
cat gcat | ${COREUTILS}
  reads read* plain -A,--show-all -b,--number-nonblank -e -E -n,--number -s,--squeeze-blank -t -T -u -v --help --version
head ghead | ${COREUTILS}
  reads read* plain -# -c,--bytes=data -n,--lines=data -q,--quiet,--silent -v,--verbose -z --help --version
tail gtail | ${COREUTILS}
  reads read* plain
    -# -c,--bytes=data -n,--lines=data -f --follow?=data -F -q,--quiet,--silent --pid=number -v,--verbose -z --help
    --version
wc | ${COREUTILS}
  reads read* plain -c,--bytes -m,--chars -l,--lines -L,--max-line-length -w,--words --total=data --help --version
nl | ${COREUTILS}
  reads read* plain
    -b,--body-numbering=data -i=number -n,--number-format=data -s,--number-separator=data -v=number
    -w,--number-width=number --help --version
tac | ${COREUTILS}
  reads read* plain -s,--separator=data --help --version
rev | util-linux 2.38
  reads read* plain -h -V --help --version
cut | ${COREUTILS}
  reads read* plain
    -b,--bytes=data -c,--characters=data -d,--delimiter=data -f,--fields=data --complement -s,--only-delimited
    --output-delimiter=data -z --help --version
paste | ${COREUTILS}
  reads read* plain -d,--delimiters=data -s,--serial -z --help --version
fold | ${COREUTILS}
  reads read* plain -b,--bytes -s,--spaces -w,--width=number -# --help --version
comm | ${COREUTILS}
  reads read read -1 -2 -3 --output-delimiter=data --total --help --version
column | util-linux 2.38
  reads read* -t,--table -s,--separator=data -o,--output-separator=data -N=data -c=number -J,--json -x -h -V --help
sort gsort | ${COREUTILS}
  reads read*
    -b -d,--dictionary-order -f,--ignore-case -g,--general-numeric-sort -i -M,--month-sort -h,--human-numeric-sort
    -n,--numeric-sort -R,--random-sort -r,--reverse --sort=data -V,--version-sort -c -C --check?=data -k,--key=data
    -m,--merge -s,--stable -t,--field-separator=data --parallel=number -u,--unique -z,--zero-terminated
    -o,--output=write!writes --help --version
uniq guniq | ${COREUTILS}
  reads read?
    -c,--count -d,--repeated -D -f,--skip-fields=number -i,--ignore-case -s,--skip-chars=number -u,--unique
    -w,--check-chars=number -z --help --version
  writes read write -c,--count -d,--repeated -D -i,--ignore-case -u,--unique
shuf gshuf | ${COREUTILS}
  reads read? -n,--head-count=number -r,--repeat -z --help --version
  reads data* needs=-e,--echo,-i,--input-range -e,--echo -n,--head-count=number -i,--input-range=data -r,--repeat
tr gtr | ${COREUTILS}
  reads data+ plain -c,-C,--complement -d,--delete -s,--squeeze-repeats -t,--truncate-set1 --help --version
md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum | ${COREUTILS}
  reads read* -b,--binary --tag -t,--text -z,--zero --help --version
shasum | shasum 6.02
  reads read* -a,--algorithm=number -b,--binary -t,--text
base64 | ${COREUTILS}
  reads read? -d,--decode -i,--ignore-garbage -w,--wrap=number --help --version
od | ${COREUTILS}
  reads read*
    -A,--address-radix=data -j,--skip-bytes=data -N,--read-bytes=data -t,--format=data -v -w?=number -a -b -c -d -o -x
    --help --version
xxd | xxd 2022-01-14 | wordsfirst
  reads read?
    -a -b -c:number -C -d -E -e -g:number -i -l:number -o:number -p -ps -plain -r -revert
    -s:match([+-]?(?:0x)?[0-9a-fA-F]+) -u -v -h
  writes read write -b -c:number -p -ps -r -u
strings | GNU binutils 2.40
  reads read((?!@)[^]+)*
    -a,--all -f,--print-file-name -n,--bytes=number -t,--radix=data -e,--encoding=data -w -o -# -v,--version
diff gdiff | GNU diffutils 3.8
  reads tree tree*
    -# --normal -q,--brief -s,--report-identical-files -c -C=number -u -U=number --unified?=number -y,--side-by-side
    -W,--width=number --left-column --suppress-common-lines -p --label=data -L=data -t -r,--recursive
    --no-dereference -N,--new-file -x,--exclude=data -X,--exclude-from=read --from-file=tree --to-file=tree
    -i,--ignore-case -E -Z,--ignore-trailing-space -b,--ignore-space-change -w,--ignore-all-space
    -B,--ignore-blank-lines -I,--ignore-matching-lines=data -a,--text --strip-trailing-cr -d,--minimal --color?=data
    --help -v,--version
cmp | GNU diffutils 3.8
  reads read read? data? data? -b,--print-bytes -l,--verbose -n,--bytes=number -s,--quiet,--silent --help -v,--version
// What POSIX awk, gawk and mawk have in common; the program ends the options.
awk gawk mawk nawk | mawk 1.3.4, gawk 5.2 | posix
  reads code(awk) read* instead=--version,--help
    -F,--field-separator=data -v,--assign=assign --posix --re-interval --traditional --version --help
// -i changes its files, and a suffix with a slash would write elsewhere.
sed gsed | GNU sed 4.8, GNU sed 4.9
  reads code(sed) read* instead=-e,--expression,--help,--version ${SED}
  writes code(sed) write* needs=-i,--in-place instead=-e,--expression,--help,--version
    ${SED} -i?=match((?:[.](?:bak|orig|old))?) --in-place?=match((?:[.](?:bak|orig|old))?)
  asks code(sed) write* needs=-i,--in-place instead=-e,--expression,--help,--version
    ${SED} -i?=match([.]?\w*) --in-place?=match([.]?\w*)
// Its modules, other files and the environment are out of reach of a filter that is understood.
jq | jq 1.6, jq 1.7
  reads code(jq) read* instead=-h,--help,-V,--version
    -n,--null-input -r,--raw-output -j,--join-output -a,--ascii-output -s,--slurp -S,--sort-keys -c,--compact-output
    -C,--color-output -M,--monochrome-output -e,--exit-status -R,--raw-input --tab --indent:number --stream
    --arg:data:data --argjson:data:data --slurpfile:data:read --rawfile:data:read --args --jsonargs -h,--help
    -V,--version
// Two programs have this name. One of them takes its first word for a file where there is one called so.
yq | yq 4.44, yq 3.4 | partly
  reads target((?!\.env)(?:\.[\w.-]*|\[\d*\]|\s*\|\s*|keys|length|to_entries|sort|unique|first|type)+) read*
    -r,--raw-output,--unwrapScalar -o=data -p=data -P,--prettyPrint -C -M,--no-colors -e -c -j,--tojson -V,--version
`);

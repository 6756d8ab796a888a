import { grammars } from "../notation.ts";

const EXTENSION =
  "(?:[cm]?[jt]sx?|d\\.ts|py|pyi|rb|rs|go|java|kt|kts|scala|swift|c|h|cc|cpp|hpp|cs|php|lua|vue|svelte|astro|css|scss|less|html?|xml|svg|" +
  "mdx?|rst|txt|json|jsonc|ya?ml|toml|sql|graphql|proto|sh|bash|lock|csv|ipynb|tf|dart|ex|exs|hs|zig|nix|gradle)";

/** A glob shows hidden files, too: it must end in an extension of what people write. With `!` it only hides more. */
const GLOB = `match(!.*|(?:\\*\\*/|[\\w-][\\w.-]*/)*(?:\\*|[\\w*-][\\w.*-]*)\\.(?:${EXTENSION}|\\{(?:${EXTENSION},)*${EXTENSION}\\})|(?:[\\w-][\\w.-]*/)+\\*\\*)`;

const TYPE =
  "one(js|ts|typescript|py|python|rust|go|java|kotlin|c|cpp|csharp|cs|css|html|json|md|markdown|yaml|toml|xml|sql|php|ruby|swift|lua|scala|" +
  "perl|r|haskell|elixir|dart|vue|svelte|graphql|protobuf|cmake|make|docker|txt|log|csv|svg|less|sass|jsonl|zig|nix)";

const TESTS =
  "-amin:data -atime:data -cmin:data -ctime:data -mmin:data -mtime:data -size:data -type:data -name:only -iname:only " +
  "-path:data -ipath:data -wholename:data -iwholename:data -regex:data -iregex:data -regextype:data -lname:data " +
  "-perm:data -user:data -group:data -inum:data -links:data -maxdepth:number -mindepth:number -newermt:data -newer:read";
const WORDS =
  "-H -L!asks -P -a -and -o -or -not -print -print0 -printf:data -ls -prune -quit -empty -true -false -executable " +
  "-readable -writable -depth -d -follow!asks -mount -xdev -help --help -version --version -delete!loses " +
  "-exec:command -execdir:command!asks";

/** Programs that search files and their names. A pattern is data: it cannot run anything. */
export const SEARCH = grammars(`
rg | ripgrep 13.0, ripgrep 14.1
  reads needs=--type-list,-V,--version,-h,--help --type-list -V,--version -h,--help
  reads read* needs=--files alone=read
    --files -g,--glob=data --iglob=data -t,--type=data -T,--type-not=data --hidden -. --no-ignore -u -uu --sort=data
    -d,--max-depth=number -0,--null --color=data -l,--files-with-matches
  reads data search* instead=-e,--regexp,-f,--file hidden=--hidden,-.,-u,-uu,--unrestricted alone=search
    -A,--after-context=number -B,--before-context=number -C,--context=number -c,--count --count-matches --column
    -e,--regexp=data -F,--fixed-strings -f,--file=read -H,--with-filename -I,--no-filename -i,--ignore-case
    -j,--threads=number -l,--files-with-matches --files-without-match -M,--max-columns=number -m,--max-count=number
    -N,--no-line-number -n,--line-number -o,--only-matching -P,--pcre2 -p,--pretty -q,--quiet -r,--replace=data
    -S,--smart-case -s,--case-sensitive -U,--multiline --multiline-dotall -v,--invert-match -w,--word-regexp
    -x,--line-regexp -0,--null -a,--text -b,--byte-offset --color=data --heading --no-heading --json
    -d,--max-depth=number --max-filesize=data --no-config --no-messages --passthru --sort=data --sortr=data --stats
    --trim --vimgrep -g,--glob=${GLOB} --iglob=${GLOB} -t,--type=${TYPE} -T,--type-not=data --hidden -.
    -u,-uu,--unrestricted --no-ignore --no-ignore-vcs
fd fdfind | fd 8.6, fd 10.2
  reads data? read* alone=read
    -H,--hidden -I,--no-ignore --no-ignore-vcs -u,--unrestricted -s,--case-sensitive -i,--ignore-case -g,--glob
    -F,--fixed-strings -a,--absolute-path -p,--full-path -d,--max-depth=number -t,--type=data -e,--extension=data
    -E,--exclude=data -S,--size=data --changed-within=data --changed-before=data --max-results=number -1 -q,--quiet
    -0,--print0 -c,--color=data -x,--exec:command -X,--exec-batch:command -L,--follow!asks -h,--help -V,--version
grep egrep fgrep | GNU grep 3.8, GNU grep 3.11
  reads data read* instead=-e,--regexp,-f,--file,--help,-V,--version
    deep=-r,--recursive,-R,--dereference-recursive,-d=recurse,--directories=recurse alone=read plain
    -E,--extended-regexp -F,--fixed-strings -G,--basic-regexp -P,--perl-regexp -e,--regexp=data -f,--file=read
    -i,-y,--ignore-case -v,--invert-match -w,--word-regexp -x,--line-regexp -c,--count --color?=data --colour?=data
    -L,--files-without-match -l,--files-with-matches -m,--max-count=number -o,--only-matching -q,--quiet,--silent
    -s,--no-messages -b,--byte-offset -H,--with-filename -h,--no-filename -n,--line-number -Z,--null
    -A,--after-context=number -B,--before-context=number -C,--context=number -# -a,--text --binary-files=data
    -d,--directories=one(read|skip|recurse) --exclude=data --exclude-dir=data --include=only -I -r,--recursive
    -R,--dereference-recursive -z,--null-data --line-buffered --help -V,--version
// Its brackets, commas and exclamation marks are operands to the shell; what it lists are names.
find gfind | GNU findutils 4.9, GNU findutils 4.10 | words
  reads read* ${TESTS} ${WORDS}
`);

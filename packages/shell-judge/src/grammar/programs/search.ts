import type { Grammar } from "../grammar.ts";

const EXTENSION =
  "(?:[cm]?[jt]sx?|d\\.ts|py|pyi|rb|rs|go|java|kt|kts|scala|swift|c|h|cc|cpp|hpp|cs|php|lua|vue|svelte|astro|css|scss|less|html?|xml|svg|" +
  "mdx?|rst|txt|json|jsonc|ya?ml|toml|sql|graphql|proto|sh|bash|lock|csv|ipynb|tf|dart|ex|exs|hs|zig|nix|gradle)";

/**
 * A glob that shows a file even if it is hidden: it must end in the extension of what people write. One that begins with
 * `!` only hides more.
 */
const GLOB = `match(!.*|(?:\\*\\*/|[\\w-][\\w.-]*/)*(?:\\*|[\\w*-][\\w.*-]*)\\.(?:${EXTENSION}|\\{(?:${EXTENSION},)*${EXTENSION}\\})|(?:[\\w-][\\w.-]*/)+\\*\\*)`;

const TYPE =
  "one(js|ts|typescript|py|python|rust|go|java|kotlin|c|cpp|csharp|cs|css|html|json|md|markdown|yaml|toml|xml|sql|php|ruby|swift|lua|scala|" +
  "perl|r|haskell|elixir|dart|vue|svelte|graphql|protobuf|cmake|make|docker|txt|log|csv|svg|less|sass|jsonl|zig|nix)";

export const rg: Grammar = {
  names: "rg",
  versions: ["ripgrep 13.0", "ripgrep 14.1"],
  forms: [
    {
      effect: "reads",
      options: "--type-list -V,--version --pcre2-version -h,--help",
      needs: "--type-list -V --version --pcre2-version -h --help",
    },
    {
      effect: "reads",
      options: `--files -g,--glob=data --iglob=data -t,--type=data -T,--type-not=data --hidden -. --no-ignore --no-ignore-vcs -u -uu --sort=data --sortr=data -d,--max-depth=number -0,--null -j,--threads=number --color=data --no-messages -l,--files-with-matches`,
      operands: "read*",
      needs: "--files",
      alone: "read",
    },
    {
      effect: "reads",
      options:
        "-A,--after-context=number -B,--before-context=number -C,--context=number -c,--count --count-matches --column --no-column " +
        "-e,--regexp=data -E,--encoding=data -F,--fixed-strings -f,--file=read -H,--with-filename -I,--no-filename -i,--ignore-case " +
        "-j,--threads=number -l,--files-with-matches --files-without-match -M,--max-columns=number --max-columns-preview " +
        "-m,--max-count=number -N,--no-line-number -n,--line-number -o,--only-matching -P,--pcre2 -p,--pretty -q,--quiet " +
        "-r,--replace=data -S,--smart-case -s,--case-sensitive -U,--multiline --multiline-dotall -v,--invert-match -w,--word-regexp " +
        "-x,--line-regexp -0,--null -a,--text -b,--byte-offset --crlf --color=data --colors=data --heading --no-heading " +
        "--engine=data --auto-hybrid-regex --context-separator=data --field-match-separator=data --field-context-separator=data " +
        "--json --line-buffered --block-buffered -d,--max-depth=number --max-filesize=data --no-config --no-messages --one-file-system " +
        `--passthru --path-separator=data --sort=data --sortr=data --stats --stop-on-nonmatch --trim --vimgrep --no-require-git ` +
        `--include-zero --no-unicode --no-hidden --no-follow -g,--glob=${GLOB} --iglob=${GLOB} -t,--type=${TYPE} ` +
        "-T,--type-not=data --hidden -. -u,-uu,--unrestricted --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-dot",
      operands: "data search*",
      instead: "-e --regexp -f --file",
      hidden: "--hidden -. -u -uu --unrestricted",
      alone: "search",
    },
  ],
};

export const fd: Grammar = {
  names: "fd fdfind",
  versions: ["fd 8.6", "fd 10.2"],
  effect: "reads",
  options:
    "-H,--hidden -I,--no-ignore --no-ignore-vcs -u,--unrestricted -s,--case-sensitive -i,--ignore-case -g,--glob --regex " +
    "-F,--fixed-strings -a,--absolute-path -p,--full-path -d,--max-depth=number --min-depth=number --exact-depth=number " +
    "-t,--type=data -e,--extension=data -E,--exclude=data -S,--size=data --changed-within=data --changed-before=data " +
    "-j,--threads=number --max-results=number -1 -q,--quiet -0,--print0 -c,--color=data --strip-cwd-prefix -L,--follow " +
    "--one-file-system --prune -h,--help -V,--version",
  operands: "data? read*",
  alone: "read",
};

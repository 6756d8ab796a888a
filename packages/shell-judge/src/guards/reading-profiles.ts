import type { OptionGrammar } from "./option-grammar.ts";
import { optionGrammar } from "./option-grammar.ts";

/** How the words behind a harmless command are meant. `pattern`: the first is a text, the rest are read. */
export type OperandRole = "read" | "text" | "pattern";

/** A command that only reads. Options that are not listed are not known to be harmless. */
export interface ReadingProfile {
  readonly operands: OperandRole;
  readonly grammar: OptionGrammar;
}

const PROFILES: Record<string, readonly [OperandRole, string]> = {
  ls: [
    "read",
    "a A b B c C d f F g G h H i I:text k l L m n N o p q Q r R s S t T:text u U v w:text x X Z 1 all almost-all author escape block-size:text ignore-backups color? directory dired classify? file-type format:text full-time group-directories-first no-group human-readable si dereference-command-line dereference hide:text hyperlink? indicator-style:text inode ignore:text kibibytes numeric-uid-gid literal quote-name quoting-style:text reverse recursive size sort:text time:text time-style:text tabsize:text width:text context zero hide-control-chars show-control-chars help version",
  ],
  cat: [
    "read",
    "A b e E n s t T u v show-all number-nonblank show-ends number squeeze-blank show-tabs show-nonprinting help version",
  ],
  head: ["read", "# n:text c:text q v z lines:text bytes:text quiet silent verbose zero-terminated help version"],
  tail: [
    "read",
    "# n:text c:text f F q v z s:text lines:text bytes:text follow? pid:text quiet silent retry sleep-interval:text verbose zero-terminated help version",
  ],
  wc: ["read", "c m l L w bytes chars lines words max-line-length total:text files0-from! help version"],
  nl: [
    "read",
    "b:text d:text f:text h:text i:text l:text n:text p s:text v:text w:text body-numbering:text number-format:text number-width:text help version",
  ],
  tac: ["read", "b r s:text before regex separator:text help version"],
  rev: ["read", "help version"],
  cut: [
    "read",
    "b:text c:text d:text f:text n s z bytes:text characters:text delimiter:text fields:text complement only-delimited output-delimiter:text zero-terminated help version",
  ],
  paste: ["read", "d:text s z delimiters:text serial zero-terminated help version"],
  join: [
    "read",
    "a:text e:text i j:text o:text t:text v:text 1:text 2:text z ignore-case header check-order nocheck-order zero-terminated help version",
  ],
  comm: ["read", "1 2 3 z check-order nocheck-order output-delimiter:text total zero-terminated help version"],
  cmp: ["read", "b i:text l n:text s print-bytes ignore-initial:text verbose bytes:text quiet silent help version"],
  diff: [
    "read",
    "# a b B c C:text d e E F:text i I:text l L:text N n p q r s t T u U:text w W:text x:text X:read y Z normal brief report-identical-files context? unified? ed rcs side-by-side width:text left-column suppress-common-lines show-c-function show-function-line:text label:text expand-tabs initial-tab tabsize:text suppress-blank-empty paginate! recursive no-dereference new-file unidirectional-new-file ignore-file-name-case no-ignore-file-name-case exclude:text exclude-from:read starting-file:text from-file:read to-file:read ignore-case ignore-tab-expansion ignore-trailing-space ignore-space-change ignore-all-space ignore-blank-lines ignore-matching-lines:text text strip-trailing-cr color? palette:text minimal horizon-lines:text speed-large-files help version",
  ],
  fold: ["read", "b s w:text bytes spaces width:text help version"],
  column: [
    "read",
    "t s:text o:text N:text c:text n:text J table separator:text output-separator:text table-columns:text json help version",
  ],
  stat: ["read", "L f c:text t dereference file-system format:text printf:text terse cached:text help version"],
  file: [
    "read",
    "b i I k L h N n p r s v z Z 0 E F:text e:text m! C! f! magic-file! compile! files-from! brief mime mime-type mime-encoding keep-going dereference no-dereference no-buffer no-pad raw special-files uncompress! version print0 separator:text exclude:text extension help",
  ],
  du: [
    "read",
    "a A b B:text c d:text D h H k l L m P s S t:text x 0 X:read all apparent-size block-size:text bytes total max-depth:text human-readable inodes dereference-args dereference no-dereference count-links separate-dirs si summarize threshold:text time? time-style:text exclude-from:read exclude:text one-file-system null files0-from! help version",
  ],
  df: [
    "read",
    "a B:text h H i k l P t:text T x:text all block-size:text human-readable si inodes local portability type:text print-type exclude-type:text total output? help version",
  ],
  tree: [
    "read",
    "a d f i l L:text P:text I:text p s h u g D F C n x r t c U Q N q A S J X o! H! T! dirsfirst noreport fromfile! filelimit:text gitignore prune charset:text du si help version",
  ],
  realpath: [
    "read",
    "e m L P q s z canonicalize-existing canonicalize-missing logical physical quiet relative-to:text relative-base:text strip no-symlinks zero help version",
  ],
  readlink: [
    "read",
    "f e m n q s v z canonicalize canonicalize-existing canonicalize-missing no-newline quiet silent verbose zero help version",
  ],
  cksum: [
    "read",
    "a:text b c t w z algorithm:text length:text untagged base64 tag check ignore-missing quiet status strict warn zero binary text help version",
  ],
  od: [
    "read",
    "A:text j:text N:text S:text t:text v w? a b c d f i l o s x address-radix:text endian:text skip-bytes:text read-bytes:text strings? format:text output-duplicates width? traditional help version",
  ],
  hexdump: ["read", "b c C d e:text f:read n:text o s:text v x length:text skip:text canonical help version"],
  strings: [
    "read",
    "# a f n:text t:text e:text w o all print-file-name bytes:text radix:text encoding:text help version",
  ],
  grep: [
    "pattern",
    "# E F G P e:text f:read i y v w x c L l m:text o q s b H h n T Z A:text B:text C:text a D:text d:text I r R U z extended-regexp fixed-strings basic-regexp perl-regexp regexp:text file:read ignore-case no-ignore-case invert-match word-regexp line-regexp count color? colour? files-without-match files-with-matches max-count:text only-matching quiet silent no-messages byte-offset with-filename no-filename label:text line-number initial-tab null after-context:text before-context:text context:text text binary-files:text devices:text directories:text exclude:text exclude-from:read exclude-dir:text include:text recursive dereference-recursive line-buffered binary null-data unix-byte-offsets help version",
  ],
  rg: [
    "pattern",
    "A:text B:text C:text c e:text E:text f:read F g:text H h I i j:text l L m:text M:text n N o p P q r:text s S t:text T:text u U v V w x 0 . a b d:text z! after-context:text before-context:text context:text auto-hybrid-regex block-buffered byte-offset case-sensitive color:text colors:text column context-separator:text count count-matches crlf debug dfa-size-limit:text encoding:text engine:text field-context-separator:text field-match-separator:text file:read files files-with-matches files-without-match fixed-strings follow glob:text glob-case-insensitive heading hidden hostname-bin! hyperlink-format! iglob:text ignore-case ignore-file:read ignore-file-case-insensitive include-zero invert-match json line-buffered line-number line-regexp max-columns:text max-columns-preview max-count:text max-depth:text max-filesize:text mmap multiline multiline-dotall no-config no-filename no-heading no-hidden no-ignore no-ignore-dot no-ignore-exclude no-ignore-files no-ignore-global no-ignore-messages no-ignore-parent no-ignore-vcs no-line-number no-messages no-mmap no-pcre2-unicode no-require-git no-unicode null null-data one-file-system only-matching path-separator:text passthru pcre2 pcre2-version pre! pre-glob! pretty quiet regex-size-limit:text regexp:text replace:text search-zip! smart-case sort:text sortr:text stats stop-on-nonmatch text threads:text trim type:text type-list type-not:text unrestricted vimgrep with-filename word-regexp max-columns-preview help version",
  ],
  sort: [
    "read",
    "# b d f g h i k:text M n r R s t:text u V z c C S:text m o! T! ignore-leading-blanks dictionary-order ignore-case general-numeric-sort human-numeric-sort ignore-nonprinting key:text month-sort numeric-sort reverse random-sort random-source:read stable field-separator:text unique version-sort zero-terminated check? merge sort:text buffer-size:text parallel:text batch-size:text debug output! temporary-directory! compress-program! files0-from! help version",
  ],
  echo: ["text", ""],
  basename: ["text", "a s:text z multiple suffix:text zero help version"],
  dirname: ["text", "z zero help version"],
  seq: ["text", "# f:text s:text w format:text separator:text equal-width help version"],
  expr: ["text", "help version"],
  tr: ["text", "c C d s t complement delete squeeze-repeats truncate-set1 help version"],
  sleep: ["text", "help version"],
  which: ["text", "a s all"],
  type: ["text", "a f p P t"],
  pwd: ["text", "L P"],
  whoami: ["text", "help version"],
  id: ["text", "a g G n r u z Z user group groups name real zero context help version"],
  groups: ["text", "help version"],
  uname: [
    "text",
    "a s n r v m p i o all kernel-name nodename kernel-release kernel-version machine processor hardware-platform operating-system help version",
  ],
  nproc: ["text", "all ignore:text help version"],
  arch: ["text", "help version"],
  uptime: ["text", "p s pretty since help version"],
  tty: ["text", "s silent quiet help version"],
};

const SAME: Record<string, string> = {
  dir: "ls",
  vdir: "ls",
  egrep: "grep",
  fgrep: "grep",
  md5sum: "cksum",
  sha1sum: "cksum",
  sha224sum: "cksum",
  sha256sum: "cksum",
  sha384sum: "cksum",
  sha512sum: "cksum",
  b2sum: "cksum",
  sum: "cksum",
};

/** Commands that only read, by name. Their options are those of GNU coreutils, grep and ripgrep. */
export const READING_PROFILES: ReadonlyMap<string, ReadingProfile> = new Map(
  [...Object.keys(PROFILES), ...Object.keys(SAME)].map((name) => {
    const [operands, options] = PROFILES[SAME[name] ?? name] ?? ["read", ""];
    return [name, { operands, grammar: optionGrammar(options) }];
  }),
);

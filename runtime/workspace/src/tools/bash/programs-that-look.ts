/**
 * Whether all of these programs only look at files or hand them on, and run nothing that a project brings: also where
 * their words are not known, or are not in the grammar.
 */
export function areLookers(names: readonly string[]): boolean {
  return names.length > 0 && names.every((name) => LOOKERS.has(name));
}

/** Without programs that delete or move: a name that is kept from being opened is kept from that, too. */
const LOOKERS: ReadonlySet<string> = new Set(
  `cat tac rev nl head tail less more most pr xxd od hexdump hexyl strings base32 base64 basenc uuencode cut tr sort uniq
  paste join fold fmt column colrm expand unexpand comm cmp diff diff3 sdiff colordiff delta wc grep egrep fgrep zgrep rg
  ripgrep ag ack ugrep sed awk gawk mawk nawk jq yq xq file stat cksum sum b2sum md5sum sha1sum sha224sum sha256sum sha384sum
  sha512sum tar bsdtar zip gzip gunzip zcat bzip2 bunzip2 bzcat xz unxz xzcat zstd unzstd zstdcat lz4 brotli cpio cp dd tee
  split csplit shuf bat batcat look tsort ptx iconv dos2unix unix2dos echo printf ls exa eza find fd fdfind tree du basename
  dirname realpath readlink date seq test [ true pwd`.split(/\s+/),
);

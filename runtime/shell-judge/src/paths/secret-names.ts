import { inSmallLetters } from "../rules/glob-token.ts";
import { anywhere } from "../rules/path-pattern.ts";
import { parseSegment, type SegmentGlob, segmentsMeet } from "../rules/segment-glob.ts";

/**
 * Files that hold secrets, as patterns of denials are written: a name at any depth, a path at any depth, one below the
 * home. The judge denies them, a sandbox hides them, and a scrubber learns their values. Compared without regard to
 * case.
 */
export const SECRET_PATTERNS: readonly string[] = [
  ...anywhere(
    ".env* *.env .dev.vars* *.tfvars *.tfvars.json id_* .ssh .aws .gnupg .kube .azure .oci .netrc _netrc .pgpass " +
      ".my.cnf .git-credentials .npmrc .pypirc .htpasswd .vault-token .vault_pass .vault-pass .terraformrc " +
      ".terraform.d/credentials.tfrc.json .cargo/credentials .cargo/credentials.toml .gem/credentials .config/gh " +
      ".config/gcloud .config/op .config/hub .config/sops/age .config/rclone .docker/config.json .dockercfg .s3cfg " +
      ".boto .databrickscfg .cache/huggingface/token .m2/settings.xml .gradle/gradle.properties .composer/auth.json " +
      ".local/share/keyrings .local/share/kwalletd Library/Keychains .password-store .config/git/credentials",
  ),
  ..."//etc/shadow //etc/gshadow //etc/sudoers //proc/*/environ //proc/*/mem".split(" "),
  // Profiles of browsers, with their cookies and passwords.
  ...anywhere(
    ".mozilla .thunderbird .config/google-chrome .config/google-chrome-beta .config/chromium .config/BraveSoftware " +
      ".config/microsoft-edge .config/vivaldi .config/opera .librewolf snap/firefox snap/chromium " +
      ".var/app/org.mozilla.firefox .var/app/com.google.Chrome Library/Safari Library/Cookies",
  ),
  "//**/Library/Application Support/Google/Chrome",
  "//**/Library/Application Support/Firefox",
  "//**/Library/Application Support/BraveSoftware",
];

/** A private key by its name, in small letters: `id_rsa`, `id_work.bak`; no public half, no source called so. */
export function isPrivateKey(name: string): boolean {
  return name.startsWith("id_") && !NOT_A_KEY.test(name);
}

/** Names that only begin like those of private keys: public halves and sources. */
export const NOT_A_KEY =
  /\.(?:pub|[cm]?[jt]sx?|d\.ts|pyi?|rb|rs|go|java|kts?|scala|swift|cs|fs|php|lua|exs?|erl|hs|ml|clj|dart|zig|[chm]|cc|cpp|hpp|mm|sql|md|rst|adoc|html?|s?css|less|vue|svelte|json5?|jsonl|ya?ml|toml|xml|csv|tsv|svg|png|jpe?g|gif|webp|proto|graphql|gql|snap|lock|map|sh|bash|ipynb|parquet)$/;

/** What such names look like, in small letters: wildcards are held against these. */
export const SECRET_EXAMPLES: readonly string[] = (
  ".env .env.local .env.production .env.test .env-local .env_prod .env~ prod.env local.env .envrc .dev.vars x.tfvars id_rsa id_ed25519 id_work " +
  ".netrc .pgpass .git-credentials .npmrc .pypirc .htpasswd .vault-token"
).split(" ");

/** The pattern of private keys, of which `isPrivateKey` says more. */
export const KEYS = "//**/id_*";

/** The patterns that are one name at any depth, but for keys, in small letters. */
const NAMES = SECRET_PATTERNS.filter((pattern) => /^\/\/\*\*\/[^/]+$/.test(pattern) && pattern !== KEYS).map(
  (pattern) => parseSegment(pattern.slice(5).toLowerCase()),
);

const KEY = parseSegment(KEYS.slice(5));

/** May this glob stand for the name of a secret? A star in front may stand for the dot of a hidden name. */
export function meetsSecretName(glob: string): boolean {
  const segment = parseSegment(glob, inSmallLetters);
  if (!NOT_A_KEY.test(glob.toLowerCase()) && segmentsMeet(segment, KEY)) return true;
  return NAMES.some((name) => segmentsMeet(segment, name));
}

/** The same for hidden names alone, and a glob whose first character may be the dot of one. */
export function meetsHiddenSecret(glob: string): boolean {
  const segment = parseSegment(glob, inSmallLetters);
  if (segment.tokens[0]?.kind === "star") return false;
  return NAMES.some((name) => isHidden(name) && segmentsMeet(segment, name));
}

function isHidden({ tokens: [first] }: SegmentGlob): boolean {
  return first?.kind === "char" && first.char === ".";
}

/** Does a path that is there lead to a secret, or below one? */
export function isSecretPath(path: string): boolean {
  const small = path.toLowerCase();
  return SECRET_PATH.test(small) || isPrivateKey(small.slice(small.lastIndexOf("/") + 1));
}

/** Is it the name of a secret that is not hidden? Quick, for the names of whole folders. */
export function isSecretName(name: string): boolean {
  const small = name.toLowerCase();
  return SHOWN_NAME.test(small) || isPrivateKey(small);
}

const SHOWN_NAME = new RegExp(`^(?:${alternatives((pattern) => /^\/\/\*\*\/[^./][^/]*$/.test(pattern))})$`);

/** All patterns but that of keys as one expression, for names that are known: those at any depth, then the others. */
const SECRET_PATH = new RegExp(
  `^/(?:(?:.*/)?(?:${alternatives((pattern) => pattern.startsWith("//**/"))})|${alternatives(
    (pattern) => !pattern.startsWith("//**/"),
  )})(?:/|$)`,
  "s",
);

function alternatives(test: (pattern: string) => boolean): string {
  const listed = SECRET_PATTERNS.filter((pattern) => pattern !== KEYS && test(pattern));
  return listed.map(expressionOf).join("|");
}

/** A pattern without what it begins with, which says whether it stands at any depth. */
function expressionOf(pattern: string): string {
  return pattern
    .replace(/^\/\/(?:\*\*\/)?/, "")
    .toLowerCase()
    .replaceAll(".", "\\.")
    .replaceAll("*", "[^/]*");
}

/** Those of the patterns that name one place below a home directory, relative to it. */
export const SECRETS_BELOW_HOME: readonly string[] = SECRET_PATTERNS.filter(
  (pattern) => pattern.startsWith("//**/") && !pattern.slice(5).includes("*"),
).map((pattern) => pattern.slice(5));

const VARIABLES = /^(?:\.env.*|.+\.env|\.dev\.vars.*)$/i;
const BLANK = /(?:example|sample|template|dist|defaults)$|^(?:example|sample)\.env$/i;

/** Whether a file of this name holds variables with their values: `.env` in every spelling, but no example of one. */
export function holdsVariables(name: string): boolean {
  return VARIABLES.test(name) && !BLANK.test(name);
}

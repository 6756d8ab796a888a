/**
 * Files that hold secrets, as patterns of denials are written: a name at any depth, a path at any depth, one below the home.
 * The judge denies them, a sandbox hides them, and a scrubber learns their values. Compared without regard to case.
 */
export const SECRET_PATTERNS: readonly string[] = (
  "//**/.env* //**/*.env //**/.dev.vars* //**/*.tfvars //**/*.tfvars.json //**/id_rsa* //**/id_dsa* //**/id_ecdsa* " +
  "//**/id_ed25519* //**/id_deploy* //**/id_github* //**/id_gitlab* //**/.ssh //**/.aws " +
  "//**/.gnupg //**/.kube //**/.azure //**/.netrc //**/_netrc //**/.pgpass //**/.my.cnf //**/.git-credentials " +
  "//**/.npmrc //**/.pypirc //**/.htpasswd //**/.vault-token //**/.vault_pass //**/.terraformrc " +
  "//**/.terraform.d/credentials.tfrc.json //**/.cargo/credentials //**/.cargo/credentials.toml //**/.gem/credentials " +
  "//**/.config/gh //**/.config/gcloud //**/.config/op //**/.config/hub //**/.docker/config.json //**/.dockercfg " +
  "//**/.m2/settings.xml //**/.gradle/gradle.properties //**/.composer/auth.json //**/.local/share/keyrings " +
  "//**/Library/Keychains //**/.mozilla //**/.config/google-chrome //**/.config/chromium //**/.config/BraveSoftware " +
  "//**/.password-store //**/.config/git/credentials //etc/shadow //etc/gshadow //etc/sudoers //proc/*/environ //proc/*/mem"
).split(" ");

/** What such names look like, in small letters: wildcards are held against these. */
export const SECRET_EXAMPLES: readonly string[] = (
  ".env .env.local .env.production .env.test .env-local .env_prod .env~ prod.env local.env .envrc .dev.vars x.tfvars id_rsa id_ed25519 " +
  ".netrc .pgpass .git-credentials .npmrc .pypirc .htpasswd .vault-token"
).split(" ");

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

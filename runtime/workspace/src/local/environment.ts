import { type GitSetting, gitSettingsIn, isGitSetting, withGitSettings } from "./git-settings.ts";

/** Variables that a command inherits by name, beside `LC_*`: who and where we are, and where toolchains live. */
const INHERITED: ReadonlySet<string> = new Set(
  `PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR HOSTNAME
  XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_RUNTIME_DIR
  SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS REQUESTS_CA_BUNDLE CURL_CA_BUNDLE GIT_SSL_CAINFO
  HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy
  NVM_DIR NVM_BIN FNM_DIR VOLTA_HOME PNPM_HOME BUN_INSTALL DENO_DIR COREPACK_HOME NODE_PATH NODE_ENV
  npm_config_registry npm_config_cache npm_config_prefix
  VIRTUAL_ENV CONDA_PREFIX CONDA_DEFAULT_ENV PYENV_ROOT PYTHONPATH PIP_INDEX_URL UV_CACHE_DIR POETRY_HOME
  JAVA_HOME JDK_HOME MAVEN_HOME M2_HOME GRADLE_HOME GRADLE_USER_HOME SDKMAN_DIR KOTLIN_HOME SCALA_HOME
  GOPATH GOROOT GOBIN GOPROXY GOFLAGS GOCACHE GOMODCACHE CARGO_HOME CARGO_TARGET_DIR RUSTUP_HOME RUSTUP_TOOLCHAIN
  GEM_HOME GEM_PATH BUNDLE_PATH RBENV_ROOT RUBYLIB PERL5LIB COMPOSER_HOME DOTNET_ROOT NUGET_PACKAGES
  ANDROID_HOME ANDROID_SDK_ROOT FLUTTER_ROOT PKG_CONFIG_PATH LD_LIBRARY_PATH CC CXX ASDF_DIR ASDF_DATA_DIR
  MISE_DATA_DIR NIX_PATH NIX_PROFILES NIX_SSL_CERT_FILE HOMEBREW_PREFIX HOMEBREW_CELLAR`.split(/\s+/),
);

/** No prompt can block, no pager opens, no colours, no program looks for its successor. */
const FIXED: Readonly<Record<string, string>> = {
  CI: "1",
  GIT_TERMINAL_PROMPT: "0",
  GCM_INTERACTIVE: "never",
  GIT_EDITOR: "false",
  EDITOR: "false",
  VISUAL: "false",
  PAGER: "cat",
  GIT_PAGER: "cat",
  GH_PAGER: "cat",
  MANPAGER: "cat",
  NO_COLOR: "1",
  TERM: "dumb",
  DEBIAN_FRONTEND: "noninteractive",
  SSH_ASKPASS_REQUIRE: "never",
  PYTHONUNBUFFERED: "1",
  // Terraform and its like ask for their newest version and keep the answer in the home, also where they only look:
  // https://developer.hashicorp.com/terraform/cli/commands#upgrade-and-security-bulletin-checks
  CHECKPOINT_DISABLE: "1",
  AGENT: "1",
};

/**
 * A repository that somebody assembled in the folder brings no configuration that git would obey, and none starts a
 * program of its own wherever git looks for changes.
 */
const FIXED_GIT: readonly GitSetting[] = [
  ["core.fsmonitor", "false"],
  ["safe.bareRepository", "explicit"],
];

const SECRET_NAME = /_TOKEN|_KEY|_SECRET|PASSWORD/i;

/** `user:password@` in a value, as in a proxy address. */
const CREDENTIALS = /:\/\/[^/\s@]*@/;

/**
 * The environment of a command: of `parent` only what is known to be needed and looks like no secret,
 * then what a program without a terminal needs. `pass` names further variables, secret or not. Settings for git that
 * stand in `parent` stay, but for those that may hold a secret and that `pass` does not name (`GIT_CONFIG_COUNT`).
 */
export function commandEnvironment(
  parent: Readonly<Record<string, string | undefined>>,
  pass: readonly string[] = [],
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(parent)) {
    if (value === undefined || isGitSetting(name)) continue;
    if (pass.includes(name) || isHarmless(name, value)) environment[name] = value;
  }
  const all = pass.includes("GIT_CONFIG_COUNT");
  const git = gitSettingsIn(parent).filter((setting) => all || holdsNoSecret(setting));
  const set = new Set(git.map(([key]) => key.toLowerCase()));
  const fixed = FIXED_GIT.filter(([key]) => !set.has(key.toLowerCase()));
  return withGitSettings({ ...environment, ...FIXED }, [...git, ...fixed]);
}

/** The key may be an address as well. */
function holdsNoSecret([key, value]: GitSetting): boolean {
  return (
    !/header|cookie|credential|token|passw|secret/i.test(key) && !CREDENTIALS.test(key) && !CREDENTIALS.test(value)
  );
}

function isHarmless(name: string, value: string): boolean {
  if (!INHERITED.has(name) && !name.startsWith("LC_")) return false;
  return !SECRET_NAME.test(name) && !CREDENTIALS.test(value);
}

/**
 * What commands see of the folders below a home directory in which programs keep things: names, by folder. Directly
 * below the home every name that is not hidden is seen as well. Secrets in these are hidden all the same.
 */
export const HOME_FOLDERS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    "",
    names(`.config .local .cache .agents
      .nvm .fnm .volta .nodenv .npm .npm-global .npm-packages .node-gyp .pnpm-store .yarn .bun .deno .node_modules
      .pyenv .venv .virtualenvs .conda .pixi .rye .poetry .pipx .python-version .node-version .ruby-version .nvmrc
      .cargo .rustup .go .goenv .gvm .zig .zvm .zls .swiftpm .swiftly .swiftenv .swiftbrew .elan .ghcup .cabal .stack
      .gem .rbenv .rvm .bundle .cpan .cpanm .perl5 .plenv .perlbrew .phpenv .composer .mix .hex .kerl .kiex .elixir-install
      .m2 .gradle .sdkman .jenv .jabba .jdks .ivy2 .sbt .coursier .konan .kotlin .lein .clojure .gitlibs .groovy
      .dotnet .nuget .android .flutter .pub-cache .dart .dart-tool .cocoapods .fvm .julia .juliaup .nimble .choosenim
      .opam .roswell .quicklisp .platformio .arduino15 .vcpkg .conan .conan2 .ccache .sccache .bazel .bazelrc .cmake
      .wasmtime .wasmer .wasmedge .foundry .asdf .asdfrc .tool-versions .mise .proto .moon .rokit .tfenv .tofuenv .pkgx
      .nix-profile .nix-defexpr .nix-channels .linuxbrew .homebrew .sdks .terminfo .fonts .hunspell .texlive .texmf
      .editorconfig .prettierrc .prettierignore .eslintrc .eslintrc.json .stylelintrc .clang-format .clang-tidy
      .rustfmt.toml .gitignore .gitignore_global .gitattributes .gitmessage .ripgreprc .fdignore .rgignore`),
  ],
  [".agents", names("skills")],
  [".config", names("git fontconfig mise clangd yamllint")],
  [".local", names("bin lib lib64 include libexec opt pipx share state")],
  [
    ".local/share",
    names(`pnpm uv pipx virtualenv virtualenvs pypoetry pyenv mise rtx fnm nvm node volta asdf gem rbenv cargo rustup go
      coursier juliaup swiftly swiftpm ghcup opam stack nuget NuGet dotnet deno bun npm corepack composer proto zig man
      bash-completion applications fonts icons mime`),
  ],
  ["Library/Application Support", names("fnm nvm pypoetry virtualenv uv pnpm Coursier org.swift.swiftpm typescript")],
  [".local/state", names("nix mise fnm_multishells")],
  [
    ".cache",
    names(`puppeteer Cypress ms-playwright ms-playwright-go electron go-build golangci-lint goimports gopls pip pip-tools uv
      pypoetry pre-commit virtualenv node node-gyp corepack yarn pnpm bun deno prisma turbo typescript biome bazel bazelisk
      ccache sccache zig nix composer coursier huggingface torch fontconfig mesa_shader_cache matplotlib mypy_cache ruff`),
  ],
]);

/** What agents and editors keep beside their programs are tokens: a place on the `PATH` does not show it. */
export function isAgent(name: string): boolean {
  return AGENTS.test(name);
}

const AGENTS =
  /^\.?(?:claude|codex|gemini|antigravity|opencode|cursor|codeium|windsurf|aider|continue|copilot|amp|qwen|kimi|grok|goose|cline|roo|kilo|kiro|crush|vscode|trae|zed|jetbrains|lmstudio|ollama|toolwright)/i;

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

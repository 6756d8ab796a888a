import { anywhere } from "../rules/path-pattern.ts";

/** Files that programs run by themselves, and the rules that this judge goes by: not written. */
export const RUN_BY_OTHERS: readonly string[] = [
  ...anywhere(
    ".git/hooks .git/config .git/config.worktree .git/modules .git/info .gitconfig .git/objects/info .vscode .idea " +
      "node_modules/.bin .toolwright .mcp.json .claude .cursor",
  ),
  ...(
    "~/.config/toolwright ~/.bashrc ~/.bash_profile ~/.bash_login ~/.bash_logout ~/.profile ~/.zshrc ~/.zshenv " +
    "~/.zprofile ~/.zlogin ~/.zlogout ~/.kshrc ~/.inputrc ~/.vimrc ~/.tmux.conf ~/.config/fish ~/.config/git " +
    "~/.config/autostart ~/.config/systemd ~/.local/bin ~/.local/share/applications ~/Library/LaunchAgents"
  ).split(" "),
];

/** What other programs go by, and people edit now and then: not written without a question. */
export const ASKED: readonly string[] = anywhere(
  // Hooks of git and what runs them.
  ".husky .githooks .lefthook lefthook.yml .pre-commit-config.yaml .pre-commit-hooks.yaml .lintstagedrc* " +
    ".simple-git-hooks.* .overcommit.yml .gitattributes .gitmodules .git-hooks .huskyrc* lefthook.* .lefthook.* " +
    "lefthook-local.* .lefthook-local.* captainhook.json prek.toml .hg .jj " +
    // Which program is run under a name, and with what.
    ".tool-versions mise.toml .mise.toml mise.*.toml .mise.*.toml .config/mise .config/mise.toml mise/config.toml " +
    ".mise .prototools .rvmrc .python-version .perl-version .php-version .go-version .lua-version .scala-version " +
    ".swift-version .terraform-version .ruby-version .node-version .nvmrc .java-version .sdkmanrc global.json " +
    "rust-toolchain rust-toolchain.toml .cargo/config .cargo/config.toml .mvn mvnw mvnw.cmd gradlew gradlew.bat " +
    "gradle-wrapper.properties gradle-wrapper.jar .bazelrc .bazelversion .yarnrc .yarnrc.yml .yarn/releases " +
    ".yarn/plugins .pnpmfile.cjs .pnp.cjs .pnp.loader.mjs .venv venv/bin .bazeliskrc tools/bazel bunfig.toml " +
    "pip.conf sitecustomize.py usercustomize.py .bundle/config ansible.cfg " +
    // What a program reads when it is started here.
    ".vimrc .exrc .nvimrc .nvim.lua .gdbinit .lldbinit .irbrc .pryrc .psqlrc .sqliterc .curlrc .wgetrc " +
    ".dir-locals.el .dir-locals-2.el .lvimrc .local.vimrc .helix .ycm_extra_conf.py *.sublime-project .pdbrc " +
    ".rprofile .renviron .octaverc .ghci .ocamlinit .iex.exs .erlang .byebugrc .rdbgrc .rspec .devcontainer " +
    ".devcontainer.json *.code-workspace .zed .fleet " +
    // What servers run of a push.
    ".github/workflows .github/actions .gitlab-ci.yml .gitlab/ci .circleci .buildkite .drone.yml .travis.yml " +
    ".woodpecker .woodpecker.yml Jenkinsfile azure-pipelines.yml .woodpecker.yaml appveyor.yml .appveyor.yml " +
    ".cirrus.yml .semaphore .teamcity .tekton .builds .build.yml bamboo-specs .gitpod.yml .idx .replit " +
    "bitbucket-pipelines.yml .gitea/workflows .forgejo/workflows " +
    // What agents are told.
    "AGENTS.md AGENTS.override.md CLAUDE.md CLAUDE.local.md GEMINI.md .gemini .codex .cursorrules .windsurf " +
    ".windsurfrules .aider.conf.yml .github/copilot-instructions.md .github/instructions .github/prompts " +
    ".github/agents .clinerules .roo .roorules .roomodes .kiro .kilocode .junie .amazonq .continue .trae .qwen " +
    "AGENT.md QWEN.md WARP.md CRUSH.md crush.json .crush.json .augment .augment-guidelines .factory .openhands .qodo " +
    ".tabnine .rules .goosehints .opencode opencode.json opencode.jsonc .agents",
);

const LISTED = [...RUN_BY_OTHERS, ...ASKED, "//**/package.json"]
  .filter((pattern) => pattern.startsWith("//**/"))
  .map((pattern) => pattern.slice("//**/".length).toLowerCase());

const NAMES: ReadonlySet<string> = new Set(LISTED);

/** Which names of a folder are those of such files; in a folder that is one itself, all. */
export function guardedIn(directory: string): (name: string) => boolean {
  const parts = directory.toLowerCase().split("/");
  if (parts.some((part, index) => NAMES.has(part) || NAMES.has(`${parts[index - 1]}/${part}`))) return () => true;
  const last = parts.at(-1);
  return (name) => {
    const small = name.toLowerCase();
    return NAMES.has(small) || NAMES.has(`${last}/${small}`) || ENDINGS.test(small);
  };
}

/** Those of the patterns with a wildcard that stand for names without a dot in front. */
const ENDINGS = /^lefthook(?:-local)?\.|^mise\..*\.toml$|\.(?:code-workspace|sublime-project)$/;

const PARENTS: ReadonlySet<string> = new Set(
  LISTED.flatMap((pattern) => (pattern.includes("/") ? [pattern.slice(0, pattern.lastIndexOf("/"))] : [])),
);

/** May a folder that is called so, in small letters, hold one of these files? */
export function mayBring(path: string): boolean {
  return [...PARENTS].some((parent) => path.endsWith(`/${parent}`));
}

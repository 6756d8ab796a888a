import { escapeGlob } from "../read/shell-word.ts";
import { type Anchors, mayMatch, type PathGlob, type PathPattern, parsePathPattern } from "../rules/path-pattern.ts";

/** Secrets: neither read nor written. */
const SECRETS =
  "//**/.env //**/.env.* //**/.envrc //**/.ssh //**/.aws //**/.gnupg //**/.kube //**/.azure //**/.netrc //**/.pgpass " +
  "//**/.git-credentials //**/.pypirc //**/.config/gh //**/.config/gcloud //**/.docker/config.json ~/.npmrc " +
  "~/.config/git/credentials //etc/shadow //etc/gshadow //etc/sudoers //proc/*/environ //proc/*/mem";

/** Files that programs run by themselves, and the rules that this judge goes by: not written. */
const RUN_BY_OTHERS =
  "//**/.git/hooks //**/.git/config //**/.git/config.worktree //**/.git/modules //**/.git/info //**/.gitconfig " +
  "//**/.vscode //**/.idea //**/node_modules/.bin //**/.toolwright //**/.mcp.json //**/.claude //**/.cursor " +
  "~/.config/toolwright ~/.bashrc ~/.bash_profile ~/.bash_login ~/.bash_logout ~/.profile ~/.zshrc ~/.zshenv " +
  "~/.zprofile ~/.zlogin ~/.zlogout ~/.kshrc ~/.inputrc ~/.vimrc ~/.tmux.conf ~/.config/fish ~/.config/git " +
  "~/.config/autostart ~/.config/systemd ~/.local/bin ~/.local/share/applications ~/Library/LaunchAgents";

/** Examples that are committed with their values blank. */
const EXAMPLES = new Set([".env.example", ".env.sample", ".env.template", ".env.dist"]);

/** What no rule gives away. */
export interface ProtectedPaths {
  /** Why this access is denied, or undefined. */
  refuses(path: PathGlob, access: "read" | "edit"): string | undefined;
}

/** The built-in denials, read once for a home directory; `own` are directories of the program that this judge is part of. */
export function protectedPaths(anchors: Anchors, own: readonly string[] = []): ProtectedPaths {
  const secrets = patterns(SECRETS, anchors).filter((pattern) => !holdsRoot(pattern, anchors));
  const runByOthers = patterns(RUN_BY_OTHERS, anchors).filter((pattern) => !holdsRoot(pattern, anchors));
  const kept = own.map((path) => parsePathPattern(`/${escapeGlob(path)}`, anchors, true));
  return {
    refuses(path, access) {
      const last = path.segments.at(-1)?.literal;
      if (last !== undefined && EXAMPLES.has(last)) return undefined;
      if (secrets.some((pattern) => mayMatch(pattern, path))) return "it may hold secrets";
      if (access === "read") return undefined;
      if (last === ".git") return "it says where the repository is";
      if (kept.some((pattern) => mayMatch(pattern, path))) return "toolwright keeps its rules or its records there";
      return runByOthers.some((pattern) => mayMatch(pattern, path)) ? "programs run what it says" : undefined;
    },
  };
}

function patterns(list: string, anchors: Anchors): readonly PathPattern[] {
  return list.split(" ").map((text) => parsePathPattern(text, anchors, true));
}

/** A workspace that itself lies in a protected directory is there because a person put it there. */
function holdsRoot(pattern: PathPattern, anchors: Anchors): boolean {
  const segments = anchors.root.split("/").filter((part) => part !== "");
  const literal = segments.map((part) => parsePathPattern(`//${part}`, anchors, true).segments[0]);
  const known = literal.filter((segment) => segment !== undefined && segment !== "**");
  return mayMatch(pattern, { segments: known, recursive: false });
}

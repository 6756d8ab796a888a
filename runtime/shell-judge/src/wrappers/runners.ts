import type { ShellWord } from "../read/shell-word.ts";

/**
 * Programs that run another program of the project or of a package, as they are called without options of their own:
 * the words before that program. What is saved for them is the program that they run, or nothing.
 */
const RUNNERS = new Set(
  `
  uv run, uvx, uv tool run, pipx run, poetry run, pipenv run, pdm run, rye run, hatch run, npx, npm exec, npm x,
  pnpm exec, pnpm dlx, pnpx, yarn exec, yarn dlx, bunx, bun x, bundle exec, rbenv exec, pyenv exec, asdf exec,
  conda run, mamba run, micromamba run, pixi run, mise exec, mise x, dotenv, dotenvx run, doppler run, op run,
  direnv exec, nix run, nix develop, nix shell, nix-shell, java, hyperfine, valgrind, xvfb-run, chronic, rr record,
  perf stat, perf record, cargo run, go run, deno run, dotnet run, dotnet exec, stack exec, stack runghc, cabal exec,
  tox exec, lerna exec, nx exec, composer exec, opam exec, sops exec-env, sops exec-file, chamber exec, aws-vault exec,
  infisical run, rustup run, foreman run, honcho run
`
    .trim()
    .split(/,\s+/),
);

/** A program that is run by another one. */
export interface RunBy {
  /** How many words stand before it. */
  readonly before: number;
  /** How many of them say that it runs another program: `uv run` is two. */
  readonly words: number;
  /** Its words; undefined where options stand between, so that which program it is cannot be said. */
  readonly inner: readonly ShellWord[] | undefined;
}

/** Sees which program a runner runs. Undefined: the command is no runner. */
export function runBy(words: readonly ShellWord[]): RunBy | undefined {
  const literal = words.slice(0, 3).map((word) => (word.form === "literal" ? word.value : ""));
  const length = [3, 2, 1].find((count) => RUNNERS.has(literal.slice(0, count).join(" ")));
  if (length === undefined) return undefined;
  const dashed = words[length]?.value === "--" ? 1 : 0;
  const inner = words.slice(length + dashed);
  const named = inner[0]?.form === "literal" && !/^-|[/=]|^\.|\s/.test(inner[0].value);
  return {
    before: length + dashed,
    words: length,
    inner: named && !OWN_NAME.has(literal[0] ?? "") ? inner : undefined,
  };
}

/** What stands behind these is a file, a package or a line, and no program whose arguments would be known. */
const OWN_NAME = new Set(["java", "nix", "nix-shell", "go", "deno", "dotnet", "cargo", "hyperfine", "direnv"]);

/** A program that runs others runs none when it only tells its version. */
export function asksVersion(args: readonly ShellWord[]): boolean {
  return args.length === 1 && args[0]?.form === "literal" && /^(?:--?version|-[vV])$/.test(args[0].value);
}

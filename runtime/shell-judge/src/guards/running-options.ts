import { byName } from "../read/by-name.ts";
import type { ShellWord } from "../read/shell-word.ts";

/** By the names of programs that no grammar describes: words with which they run or load what the line says. */
const OPTIONS: Readonly<Record<string, RegExp>> = {
  "elixir iex mix swift R ghc scala groovy raku racket": /^-e$|^--eval/,
  "clojure clj lein bb": /^(?:-e|--eval|eval)$/,
  "julia octave sbcl clisp guile": /^(?:-[eEcx]$|--(?:eval|print)\b)/,
  erl: /^-(?:eval|run|s)$/,
  "nix stack": /^eval$/,
  rails: /^(?:runner|r|console|c|dbconsole|db)$/,
  rake: /^-[er]|^--(?:execute|require)/,
  php: /^tinker$/,
  "gcc g++ cc c++ clang clang++ gfortran tcc":
    /^(?:@|-wrapper$|-f(?:pass-)?plugin|-load$|-B|--?specs|--config|-fuse-ld=.*\/|--ld-path|-run$)/,
  rustc: /^@|linker=|codegen-backend|^--sysroot/,
  "javac scalac kotlinc": /^(?:@|-J|-processor|--processor|-Xplugin|-script$)/,
  protoc: /^(?:@|--plugin)/,
  cmake: /^-D\w*(?:COMPILER|LAUNCHER|LINKER)(?::\w+)?=.*[/;]/,
  ctest: /^--(?:test-command|build-and-test)/,
  bazel: /^--(?:run_under|workspace_status_command|shell_executable)/,
  dotnet:
    /^[-/]{1,2}(?:p(?:roperty)?:.*(?:Event|Command|Exec|ToolPath|ToolExe|Targets|Props)=|(?:dl|l|(?:distributed)?logger):)/i,
  pylint: /^--(?:init-hook|load-plugins)/,
  just: /^(?:-c$|--(?:command|shell|chooser))/,
  helm: /^--post-renderer/,
  nodemon: /^(?:-x|--exec)/,
};

const PROGRAMS = byName(OPTIONS);

/** The first such word; a version behind the name counts for nothing: `gcc-14`. */
export function runningOption(name: string, args: readonly ShellWord[]): string | undefined {
  const runs = PROGRAMS.get(name.replace(/-[\d.]+$/, ""));
  return runs === undefined ? undefined : args.find(({ value }) => runs.test(value))?.value;
}

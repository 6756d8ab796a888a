import { dirname, relative } from "node:path";
import { ToolError } from "@toolwright/core";
import { runsUnasked } from "@toolwright/core/internal";
import { type FileGlob, parseFileGlob } from "../glob/file-glob.ts";
import { folderOfGlob } from "../glob/folder-of-glob.ts";
import { nearest } from "../text/nearest.ts";
import { existingFolder, missingPath } from "../tools/read/missing-path.ts";
import { judgedPath, type PathOpening, type ResolvedPath } from "../workspace/resolve-path.ts";
import type { SearchScope } from "./search-engine.port.ts";

/** Where a call wants to look, as the model wrote it. */
export interface WantedScope {
  /** What is searched for. */
  readonly pattern: string;
  readonly path: string;
  readonly glob?: string | undefined;
  readonly type?: string | undefined;
  readonly ignored: boolean;
}

/** A scope, and how it is named in answers. */
export interface OpenedScope {
  readonly scope: SearchScope;
  /** `src (*.ts)` */
  readonly shown: string;
  /** The same without its glob and type, where one was given. */
  readonly unfiltered?: SearchScope;
  /** Why the wanted path could not be searched, where the nearest folder stands in for it. */
  readonly missing?: ToolError;
}

/**
 * Resolves a scope. Throws a `ToolError` for a path that is missing or outside, and for a glob or type that cannot be
 * used.
 */
export async function openScope(opening: PathOpening, wanted: WantedScope): Promise<OpenedScope> {
  const { workspace } = opening;
  const path = await judgedPath(opening, wanted.path);
  const stat = await workspace.files.stat(path.real);
  if (stat === undefined) return openMissing(opening, path, wanted);
  if (stat.kind !== "file" && stat.kind !== "directory")
    throw new ToolError(`${path.shown} is not a regular file.`, { code: "user_error" });
  const filters = [globFilter(wanted.glob, relative(workspace.root, path.real)), typeFilter(wanted.type)];
  const given = filters.filter((filter) => filter !== undefined);
  const unfiltered = {
    workspace,
    path: path.real,
    isFile: stat.kind === "file",
    ignored: wanted.ignored,
    accepts: () => true,
  };
  const scope: SearchScope = {
    ...unfiltered,
    accepts: (names) => given.every((filter) => filter.matches(names)),
    fileNames: given.find((filter) => filter.lastNames !== undefined)?.lastNames,
  };
  return { scope, shown: shownScope(path, wanted), ...(given.length > 0 && { unfiltered }) };
}

/**
 * A path that leads nowhere may be a glob: it means the files that fit. Of any other one the nearest folder is meant,
 * where a search there would not ask.
 */
async function openMissing(opening: PathOpening, path: ResolvedPath, wanted: WantedScope): Promise<OpenedScope> {
  const { ctx, workspace } = opening;
  const folder = folderOfGlob(path.shown);
  if (folder !== undefined && wanted.glob === undefined)
    return openScope(opening, { ...wanted, path: folder, glob: path.shown });
  const missing = await missingPath(opening, path);
  const nearest = relative(workspace.root, await existingFolder(workspace, dirname(path.real))) || ".";
  if (!(await runsUnasked(ctx, "grep", { pattern: wanted.pattern, path: nearest }))) throw missing;
  return { ...(await openScope(opening, { ...wanted, path: nearest })), missing };
}

function shownScope(path: ResolvedPath, { glob, type }: WantedScope): string {
  const filters = [...(glob === undefined ? [] : [glob]), ...(type === undefined ? [] : [`type ${type}`])];
  const place = shownPlace(path);
  return filters.length === 0 ? place : `${place} (${filters.join(", ")})`;
}

/** A directory as it is named in a sentence. */
export function shownPlace({ shown }: ResolvedPath): string {
  return shown === "." ? "the workspace" : shown;
}

/** A glob with a slash may be meant from the root on or from the path on: either will do. */
function globFilter(text: string | undefined, base: string): FileGlob | undefined {
  if (text === undefined || text === "") return undefined;
  const glob = parseFileGlob(text, { anyDepth: true });
  if (glob === undefined) throw new ToolError("The glob stands for too many patterns.", { code: "user_error" });
  const depth = base === "" ? 0 : base.split("/").length;
  const negated = text.startsWith("!");
  const matches = (names: readonly string[]) => {
    const both = [glob.matches(names), glob.matches(names.slice(depth))];
    return negated ? both.every(Boolean) : both.some(Boolean);
  };
  return { matches, lastNames: glob.lastNames };
}

function typeFilter(type: string | undefined): FileGlob | undefined {
  if (type === undefined || type === "") return undefined;
  const globs = fileTypeGlobs(type);
  if (globs === undefined) throw unknownType(type);
  const parsed = globs.flatMap((glob) => parseFileGlob(glob, { anyDepth: true }) ?? []);
  const names = parsed.flatMap((glob) => glob.lastNames ?? []);
  return {
    matches: (path) => parsed.some((glob) => glob.matches(path)),
    lastNames: names.length === globs.length ? names : undefined,
  };
}

function unknownType(type: string): ToolError {
  const meant = nearest(type, fileTypes(), 3);
  const hint = meant.length === 0 ? "" : `Did you mean: ${meant.join(", ")}? `;
  return new ToolError("There is no such type of files.", {
    code: "user_error",
    suggestion: `${hint}Or use glob, for example *.${/^\w{1,10}$/.test(type) ? type : "ts"}.`,
  });
}

/** Names of kinds of files, as ripgrep calls them, with globs of their file names. */
const TYPES = `
  asm: *.asm *.s *.S; c: *.c *.h *.H *.cats; clojure: *.clj *.cljc *.cljs *.cljx; cmake: *.cmake CMakeLists.txt;
  config: *.cfg *.conf *.config *.ini; cpp: *.cpp *.cc *.cxx *.C *.hpp *.hh *.hxx *.h *.inl; cs csharp: *.cs;
  css: *.css *.scss; csv: *.csv; dart: *.dart; docker: *Dockerfile*; elixir: *.ex *.exs *.eex *.heex *.leex;
  elm: *.elm; erlang: *.erl *.hrl; fsharp: *.fs *.fsi *.fsx; go: *.go; gradle: *.gradle *.gradle.kts;
  graphql: *.graphql *.graphqls; groovy: *.groovy *.gradle; haskell: *.hs *.lhs *.hsc; html: *.html *.htm *.ejs;
  java: *.java *.jsp *.properties; js: *.js *.jsx *.mjs *.cjs *.vue; json: *.json composer.lock *.sarif;
  jsonl: *.jsonl; julia: *.jl; jupyter: *.ipynb; kotlin: *.kt *.kts; less: *.less; lock: *.lock package-lock.json;
  log: *.log; lua: *.lua; make: [Mm]akefile GNUmakefile [Mm]akefile.* *.mk *.mak;
  markdown md: *.md *.mdx *.markdown *.mdown *.mkd *.mkdn; nix: *.nix; objc: *.m *.h; ocaml: *.ml *.mli *.mll *.mly;
  perl: *.pl *.pm *.t *.perl; php: *.php *.php3 *.php4 *.php5 *.php7 *.php8 *.phtml; proto: *.proto;
  ps: *.ps1 *.psm1 *.psd1 *.ps1xml *.cdxml; py python: *.py *.pyi; r: *.r *.R *.Rmd *.Rnw;
  rb ruby: *.rb *.rake *.gemspec Gemfile Rakefile config.ru; rs rust: *.rs; sass: *.sass *.scss;
  scala: *.scala *.sbt; sh: *.sh *.bash *.zsh *.ksh *.fish .bashrc .bash_profile .profile .zshrc; sql: *.sql *.psql;
  svelte: *.svelte; svg: *.svg; swift: *.swift; tex: *.tex *.ltx *.cls *.sty *.bib *.dtx *.ins;
  tf: *.tf *.tfvars *.tf.json *.tfvars.json; toml: *.toml Cargo.lock; ts: *.ts *.tsx *.mts *.cts; txt: *.txt;
  vue: *.vue; xml: *.xml *.xsd *.xsl *.xslt *.svg *.dtd *.rng; yaml: *.yaml *.yml; zig: *.zig
`;

const GLOBS: ReadonlyMap<string, readonly string[]> = new Map(
  TYPES.split(";").flatMap((type) => {
    const [names = "", globs = ""] = type.split(":").map((side) => side.trim());
    return names.split(" ").map((name) => [name, globs.split(/\s+/)] as const);
  }),
);

/** Globs of the file names of a kind; undefined for a kind that nobody knows. */
function fileTypeGlobs(type: string): readonly string[] | undefined {
  return GLOBS.get(type);
}

/** All kinds that are known. */
function fileTypes(): readonly string[] {
  return [...GLOBS.keys()].sort();
}

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
export function fileTypeGlobs(type: string): readonly string[] | undefined {
  return GLOBS.get(type);
}

/** All kinds that are known. */
export function fileTypes(): readonly string[] {
  return [...GLOBS.keys()].sort();
}

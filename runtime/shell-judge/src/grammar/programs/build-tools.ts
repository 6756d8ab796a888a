import { grammars } from "../notation.ts";

const PACKAGES =
  "-p,--package=name --workspace --all --exclude=name --lib --bin=name --bins --example=name --examples --test=name --tests --bench=name --benches " +
  "--all-targets --all-features --no-default-features -F,--features=data -r,--release --profile=name -j,--jobs=number --keep-going -q,--quiet -v,-vv,--verbose " +
  "--color=data --locked --offline --frozen --message-format=data --ignore-rust-version";

const GO =
  "-v -x -n -a -race -short -cover -count=number -run=data -bench=data -benchmem -timeout=data -tags=data -failfast -json -list=data -shuffle=data -skip=data -p=number -parallel=number -mod=one(mod|readonly|vendor) -trimpath";

const GOALS =
  "one(clean|validate|compile|test-compile|test|package|verify|install|dependency:tree|dependency:resolve|spotless:check|checkstyle:check|help:effective-pom)";

/** Of these no more is known than the question for their version. */
const TELL_VERSION =
  "gcc g++ cc c++ clang clang++ cmake ninja bash zsh fish gem composer swift kotlin scala elixir helm ansible aws gcloud az " +
  "psql mysql redis-cli nginx hyperfine markdownlint nx esbuild vite rollup next nuxt tsx ts-node playwright cypress claude code " +
  "docker-compose corepack nvm fnm volta asdf mise direnv pre-commit nox conda pipenv hatch rye";

/** Build tools: what they build runs code of the project, so they need a rule. */
export const BUILD_TOOLS = grammars(String.raw`
cargo | cargo 1.80, cargo 1.95
  -q,--quiet -v,--verbose --color=data --locked --offline --frozen
  reads -V,--version --list -h,--help -v
  build b check c: runs ${PACKAGES}
  test t: runs data? arguments* ${PACKAGES} --no-run --no-fail-fast --doc
  run r: runs arguments* ${PACKAGES}
  clippy: runs match(-[DWAF]\S*|[\w:-]+)* ${PACKAGES} --fix --allow-dirty --no-deps
  fmt: runs --all --check -q,--quiet -v,--verbose -p,--package=name
  tree: runs ${PACKAGES} -i,--invert=name -d,--duplicates --depth=number -e,--edges=data --prefix=data
  version: reads -v,--verbose
rustc | rustc 1.95
  reads needs=-V,--version,-vV -V,--version,-vV
rustup | rustup 1.29
  reads -V,--version -h,--help
  show: reads one(active-toolchain|home|profile)?
  toolchain target component: reads one(list) --installed -v
go | go 1.22, go 1.25 | words
  build test vet: runs arguments((?!-)[^]*)* ${GO}
  list: runs arguments* ${GO} -m -f:data -deps -e -json
  fmt: runs arguments* -n -x
  mod:
    tidy verify graph why download: runs name* -v -x -m
  env: reads match([A-Z]+)* -json -changed
  version: reads
gofmt | go 1.25 | partly
  reads search* needs=-l,-d -l -d -e -s
make gmake | GNU Make 4.3
  reads needs=-v,--version,-h,--help -v,--version -h,--help
  runs target((?!-)[\w./%@+-]+)*
    -j?=number -k,--keep-going -s,--silent,--quiet -B,--always-make -n,--dry-run -C,--directory=cd --no-print-directory
// .mvn/jvm.config loads agents into it, see guards/armed.ts.
mvn mvnw | Apache Maven 3.8 | words
  reads needs=-v,--version,-version -v --version -version
  runs ${GOALS}+
    -q --quiet -B --batch-mode -o --offline -e -X -U -ntp -am -pl:name -T:data -DskipTests -Dtest=match([\w.#*,+$-]+)
gradle gradlew | Gradle 8
  runs name((?!(?:.*:)?(?:publish(?!ToMavenLocal)|upload|release|deploy|closeAndRelease))[^]*)*
    -q,--quiet -i,--info -s,--stacktrace --no-daemon --offline --console=data --tests:data -x:name -v,--version
java javac | OpenJDK 17 | words
  reads needs=-version,--version,-fullversion -version --version -fullversion
// No program that hands over to one of the project, which says its version then.
ruby php perl lua | any
  reads needs=--version,-v --version -v
${TELL_VERSION} | any
  reads needs=--version --version
ssh | OpenSSH 9.2 | partly
  reads needs=-V,--version -V,--version
openssl | OpenSSL 3.0 | words
  reads needs=--version --version
  version: reads -a -b -c -d -e -f -m -o -p -r -s -v
  rand: reads number -hex -base64
  dgst sha256 sha512 md5: reads read* -sha256 -sha512 -sha1 -md5 -r -hex
  x509:
    reads check=noAddress
      -in:read -inform:one(PEM|DER) -noout -text -dates -startdate -enddate -subject -issuer -serial -fingerprint
      -sha256 -sha1 -hash -email -pubkey -purpose -ext:match([\w,]+) -checkend:number -checkhost:match([\w.-]+)
// Formatting is checked without the plug-ins that everything else of it loads.
terraform | Terraform 1.9 | partly | words
  reads needs=--version,-version,-help,--help --version -version -help --help
  reads one(version) -json
  reads one(fmt) search* needs=-check -check -diff -recursive -no-color
// -x and -a read what a script names.
shellcheck | ShellCheck 0.9 | partly
  reads read*
    -C?=one(auto|always|never) --color?=one(auto|always|never) -i,--include=data -e,--exclude=data
    -f,--format=data --list-optional --norc -o,--enable=data -s,--shell=data -S,--severity=data -W=number
    --wiki-link-count=number -V,--version --help
shfmt | shfmt 3.6 | partly | words
  reads search*
    -d --diff -l --list -f --find -s --simplify -mn -ln=data -i=number -bn -ci -sr -kp -fn -p -version --version
  writes make+ needs=-w,--write
    -w --write -l --list -d --diff -s --simplify -mn -ln=data -i=number -bn -ci -sr -kp -fn -p
vim nvim emacs nano rsync wget sqlite3 mongosh gpg pandoc R Rscript julia octave ghc stack cabal exiftool | any | partly
  reads needs=--version --version
zig | Zig 0.13 | partly
  reads one(version|targets)
tmux | tmux 3.3 | partly
  reads needs=-V -V
ffmpeg ffprobe | any | partly | words
  reads needs=-version -version
`);

/** Lines of about so many letters whose parts make the work of each other a product, a power or a sum of sums. */
export const GROWTH_SHAPES: Readonly<Record<string, (length: number) => string>> = {
  "folders in each other": (length) => filled("cd a", length, " && "),
  "folders or others": (length) => filled("cd a", length, " || "),
  "folders and others": (length) => filled("cd a && ls || cd b", length, " && "),
  "folders on a stack": (length) => filled("pushd a", length),
  "folders in shells of their own": (length) => nested("(cd a; ", "ls", ")", length),
  "folders behind variables": (length) => `d=a; ${filled('cd "$d" && ls *', length, " && ")}`,
  "variables or others": (length) => numbered((index) => `v${index}=b`, length, " || "),
  "many variables": (length) => numbered((index) => `v${index}=b`, length),
  "variables that take the one before": (length) => numbered((index) => `v${index + 1}="$v${index}/a"`, length),
  "variables before a command": (length) => `${numbered((index) => `v${index}=b`, length, " ")} ls`,
  "variables that are used": (length) =>
    `${numbered((index) => `v${index}=b`, length / 2)}; ${numbered((index) => `ls $v${index}`, length / 2)}`,
  "parts of variables": (length) => `x=abc; ls ${filled('"$' + "{x#a}$" + '{x/b/c}"', length, " ")}`,
  "defaults in defaults": (length) => `ls ${nested("$" + "{x:-", "a", "}", length)}`,
  "values that are exported": (length) => numbered((index) => `export v${index}=b`, length),
  "branches of a case": (length) => `case x in ${numbered((index) => `a) v${index}=1;;`, length, " ")} esac`,
  "branches of a case that fall through": (length) =>
    `case x in ${numbered((index) => `a|b*) v${index}=1;;&`, length, " ")} esac`,
  "branches of a case with folders": (length) => `case x in ${filled("a) cd b;;", length, " ")} esac`,
  "a case in a case": (length) => nested("case x in a) cd b; ", "ls;;", " esac;;", length).replace(/;;$/, ""),
  "values by commands": (length) =>
    `for i in ${filled("abc", length / 2, " ")}; do ${filled("ls $i", length / 2)}; done`,
  "loops after loops": (length) => filled("for i in a b c; do ls $i; done", length),
  "lists by commands": (length) => `a=(${filled("x", length / 2, " ")}); ${filled('rm "$' + '{a[@]}"', length / 2)}`,
  "lists that grow": (length) => `a=(); ${filled("a+=(x)", length)}; rm "\${a[@]}"`,
  "a long value": (length) => `a=${"x".repeat(length / 2)}; ls ${filled("$a", length / 2, " ")}`,
  "a value that doubles": (length) => `x=ab; ${filled('x="$x$x"', length)}`,
  "a value that grows": (length) => `x=ab; ${filled("x+=c", length)}; rm $x`,
  "functions that call two": (length) => `${numbered((i) => `f${i}(){ f${i + 1}; f${i + 1}; }`, length)}; f0`,
  "functions that call one": (length) => `${numbered((i) => `f${i}(){ f${i + 1}; }`, length)}; f0`,
  "functions in functions": (length) => nested("f(){ cd a; ", "ls;", " };", length),
  "functions by calls": (length) => `f(){ ${filled("ls a", length / 2)}; }; ${filled("f a", length / 2)}`,
  "aliases that call two": (length) => `${numbered((i) => `alias a${i}='a${i + 1}; a${i + 1}'`, length)}; a0`,
  "wrappers with options that nobody knows": (length) => `${filled("sudo --xx", length, " ")} ls`,
  "wrappers in each other": (length) => `${filled("env A=b nice -n 1", length, " ")} ls`,
  "texts that run themselves": (length) => `x='eval "$x"; eval "$x"'; ${filled('eval "$x"', length)}`,
  "shells in each other": (length) => nested("bash -c 'ls; ", "ls", "'", length),
  "shells in quotes in each other": (length) => escapedShells(length),
  "shells elsewhere": (length) => filled("ssh host 'cd a && ls *'", length),
  "substitutions in each other": (length) => nested("$(", "ls", ")", length),
  "substitutions in quotes in each other": (length) => nested('"$(ls ', "a", ')"', length),
  "substitutions after each other": (length) => `ls ${filled("$(ls a)", length, " ")}`,
  "substitutions behind brackets that close nothing": (length) => filled("$(ls \\)", length, " "),
  "substitutions behind branches": (length) => filled("$(case a in a) ls", length, " "),
  "substitutions behind comments": (length) => filled("$(ls # )\n", length, " "),
  "substitutions in defaults": (length) => nested("$" + "{x:-$(ls ", "a", ")}", length),
  "substitutions in backquotes": (length) => `ls ${filled("`ls a`", length, " ")}`,
  "substitutions that do not end": (length) => "$(".repeat(length / 2),
  "files of substitutions": (length) => `diff ${filled("<(ls a)", length, " ")}`,
  "backquotes that do not end": (length) => `ls ${"`ls ".repeat(length / 4)}`,
  "quotes that do not end": (length) => `ls ${"'a' \"b".repeat(length / 7)}`,
  "quotes after quotes": (length) => `ls ${filled("'a'\"b\"", length, "")}`,
  backslashes: (length) => `ls ${"\\".repeat(length)}`,
  "parentheses that do not end": (length) => "(".repeat(length),
  "loops in each other": (length) => nested("for i in a b; do cd x; ", "ls;", " done;", length),
  "loops that wait in each other": (length) => nested("while ls; do cd x; ", "ls;", " done;", length),
  "branches in each other": (length) => nested("if ls; then a=1; ", "ls;", " fi;", length),
  "branches after branches": (length) => `if a; then ls; ${filled("elif b; then cd c;", length, " ")} fi`,
  "braces after braces": (length) => `rm ${filled("{a,b}", length, "")}`,
  "braces in each other": (length) => `rm ${nested("{a,", "b", "}", length)}`,
  "braces that count": (length) => `rm ${filled("{1..99}", length, " ")}`,
  "braces that do not end": (length) => `rm ${"{a,".repeat(length / 3)}`,
  stars: (length) => `cat ${filled("*a", length, "")}`,
  "stars in folders": (length) => `cat ${filled("*", length, "/")}`,
  "wildcards after wildcards": (length) => `cat ${filled("*.ts [a-z]?", length, " ")}`,
  "brackets that do not end": (length) => `cat ${"[".repeat(length)}`,
  "classes in brackets": (length) => `cat ${filled("[[:alpha:]]", length, "")}`,
  "a long word": (length) => `cat ${"a".repeat(length)}`,
  "a long path": (length) => `cat ${filled("a/..", length, "/")}`,
  files: (length) => `cat ${filled("a/b", length, " ")}`,
  redirections: (length) => `ls ${filled("> a", length, " ")}`,
  "redirections of commands": (length) => filled("ls > a 2>&1", length),
  pipes: (length) => filled("cat a", length, " | "),
  "lists that are handed on": (length) => filled("find . -name a | xargs rm", length),
  "shells that are handed lists": (length) => `ls | ${filled("xargs sh -c 'rm \"$@\"' _", length, " | ")}`,
  "here-documents": (length) => filled("cat <<E\na $x\nE\n", length, ""),
  "here-documents of one command": (length) =>
    `cat ${filled("<<E", length / 2, " ")}\n${filled("E", length / 2, "\n")}\n`,
  "texts for commands": (length) => filled("cat <<< $x", length),
  arithmetic: (length) => `echo $((${filled("a", length, "+")}))`,
  "arithmetic in arithmetic": (length) => `echo $((${nested("(a+", "1", ")", length)}))`,
  "tests after tests": (length) => `[[ ${filled("-f a", length, " && ")} ]]`,
  comments: (length) => filled("ls # a", length, "\n"),
  "lines that go on": (length) => `ls ${filled("a \\\n", length, "")}`,
  "and, or": (length) => filled("ls && pwd || id", length, " && "),
  "commands in the background": (length) => filled("ls a", length, " & "),
  "not, not": (length) => `${filled("!", length, " ")} ls`,
  "folders of a container": (length) =>
    `docker run ${filled("-v /a:/b", length / 2, " ")} x rm ${filled("/b", length / 2, " ")}`,
  "commands of find": (length) => `find . ${filled("-exec cat {} \\;", length, " ")}`,
  "names for find": (length) => `find . ${filled("-name '*.ts' -o", length, " ")} -name a`,
  "pathspecs of git": (length) => `git log -- ${filled("':(glob)a/**/*.ts'", length, " ")}`,
  "options of git": (length) => `git ${filled("-c a.b=c", length, " ")} log`,
  "scripts of sed": (length) => `sed '${filled("s/a/b/g", length, ";")}' a.txt`,
  "programs of awk": (length) => `awk '{${filled('print $1 "b"', length, "; ")}}' a.txt`,
  "filters of jq": (length) => `jq '${filled(".a", length, " | ")}' a.json`,
  "rules of grep": (length) => `grep ${filled("-e a", length, " ")} b.txt`,
  "scripts for a shell": (length) => `bash <<'EOF'\n${filled("ls a", length, "\n")}\nEOF`,
  code: (length) => `python3 -c '${filled('a="b"+', length, "")}"c"'`,
  "code with calls": (length) => `python3 -c '${filled('run(["rm","a"])', length, ";")}'`,
  "code of node": (length) => `node -e '${filled('require("fs").rmSync("a")', length, ";")}'`,
  "words that are printed into a shell": (length) => `printf '%s' ${filled("rm", length, " ")} | sh`,
  "traps and evaluations": (length) => filled("trap 'rm a' EXIT; eval ls", length),
  "files that are written and run": (length) => filled("echo ls > a.sh; sh a.sh", length),
};

/** A line of about so many letters. */
export function filled(unit: string, length: number, between = "; "): string {
  return Array.from({ length: Math.ceil(length / (unit.length + between.length)) }, () => unit).join(between);
}

/** A list whose members differ. */
export function numbered(member: (index: number) => string, length: number, between = "; "): string {
  return Array.from({ length: Math.ceil(length / (member(100).length + between.length)) }, (_, index) =>
    member(index),
  ).join(between);
}

/** So many of them in each other. */
function nested(open: string, inside: string, close: string, length: number): string {
  const depth = Math.floor(length / (open.length + close.length));
  return open.repeat(depth) + inside + close.repeat(depth);
}

/** Each shell's line is quoted once more for the one around it. */
function escapedShells(length: number): string {
  let line = "ls";
  for (let next = line; next.length <= length; next = `bash -c "ls; ${line.replace(/["\\$]/g, "\\$&")}"`) line = next;
  return line;
}

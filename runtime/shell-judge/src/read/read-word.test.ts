import { type Command, parse, type Word } from "unbash";
import { describe, expect, it } from "vitest";
import { readWord } from "./read-word.ts";
import { gapsAreClean } from "./suspicious-text.ts";

function firstWord(source: string): Word {
  const command = parse(source).commands[0]?.command;
  if (command?.type !== "Command") throw new Error("not a simple command");
  const { name } = command satisfies Command;
  if (name === undefined) throw new Error("no word");
  return name;
}

/** A word as a parser would give it that saw only literal text there. */
function asLiteral(source: string): Word {
  return { type: "Word", text: source, value: source, pos: 0, end: source.length };
}

describe("a word", () => {
  it.each([
    ["plain", "literal", "plain"],
    ["'a b'", "literal", "a b"],
    ['"a b"', "literal", "a b"],
    ["a\"b\"'c'\\d", "literal", "abcd"],
    ["$'\\x41'", "literal", "A"],
    ["a\\\nb", "literal", "ab"],
    ["a*.ts", "glob", "a*.ts"],
    ["'*'.ts", "literal", "*.ts"],
    ["src/$x", "dynamic", "src/"],
    ['"src/$x"', "dynamic", "src/"],
    ["{a,b}", "dynamic", ""],
    ["<(ls)", "stream", ""],
    ["a$", "literal", "a$"],
  ])("%j is %s %j", (source, form, value) => {
    expect(readWord(firstWord(source), source)).toMatchObject({ covered: true, word: { form, value } });
  });

  it("keeps quoted wildcards apart from real ones", () => {
    expect(readWord(firstWord("'*'a*"), "'*'a*").word.pattern).toBe("\\*a*");
  });

  it.each([
    "a$(id)",
    "a`id`",
    "a;b",
    "a b",
    "a|b",
    "a>b",
    "a&b",
    "a$x",
    `a\${x}`,
    "a$[1]",
    "a'b",
    'a"b',
    "a*",
    "a?",
    "a[b]",
    "a(b",
    "a\nb",
  ])("%j that a parser took for plain text is not covered", (source) => {
    expect(readWord(asLiteral(source), source).covered).toBe(false);
  });

  it.each(["$'\\x{2f}etc'", "$'\\x{}a'", "$'a\\\nb'", "$'\\400'", "$'\\200'", "$'\\xe9'", "$'\\q'"])(
    "%s, which bash and the parser decode in different ways, is not covered",
    (source) => expect(readWord(firstWord(source), source).covered).toBe(false),
  );

  it.each(["$'\\x2f\\x4a'", "$'\\057'", "$'\\57b'", "$'\\u2f\\U0000002f'", "$'\\t\\n\\'\\\\'"])("%s is", (source) => {
    expect(readWord(firstWord(source), source).covered).toBe(true);
  });

  it.each([
    ["$x", true],
    ["a$(b)", true],
    ["{a,b}", true],
    ["*", true],
    ['"$@"', true],
    [`"\${a[@]}"`, true],
    ['"$x"', false],
    ["$((1))", false],
    ["'*'", false],
  ])("%s may become several words: %s", (source, splits) => {
    expect(readWord(firstWord(source), source).word.splits).toBe(splits);
  });

  it("whose value is not what its quotes say is not covered", () => {
    expect(readWord({ ...asLiteral("a\\b"), value: "a\\b" }, "a\\b").covered).toBe(false);
  });

  it("whose parts leave a hole is not covered", () => {
    const source = "'a'$(id)'b'";
    const whole = firstWord(source);
    const parts = whole.parts?.filter((part) => part.type === "SingleQuoted");
    expect(readWord({ ...whole, parts }, source).covered).toBe(false);
  });
});

describe("the text between words", () => {
  it.each([
    "ls; pwd",
    "if a; then b; fi",
    "a && b || c | d |& e &",
    "case x in a|b) c;; (d) e;& esac",
    "f() { a; }",
    "# c\na # d",
    "! time -p a",
    "[[ a ]] && (b)",
    "cat <<E; b\nx\nE\nc",
    "for ((i=0;i<1;i++)); do a; done",
    "select x in a; do b; done",
    "a \\\n b",
    "coproc X { a; }",
  ])("%j is accounted for", (source) => expect(gapsAreClean(parse(source), source)).toBe(true));

  it("of a command that the tree does not hold is not", () => {
    const source = "ls; id; pwd";
    const script = parse(source);
    expect(gapsAreClean({ ...script, commands: script.commands.filter((_, index) => index !== 1) }, source)).toBe(
      false,
    );
  });
});

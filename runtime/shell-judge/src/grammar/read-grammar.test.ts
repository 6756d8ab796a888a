import { describe, expect, it } from "vitest";
import { literalWord } from "../read/shell-word.ts";
import { grammarOf } from "./programs/programs.ts";
import { isRead, readGrammar } from "./read-grammar.ts";

/** The effect of a call, or the word that was not understood and why. Words are split at blanks. */
function read(line: string): string {
  const words = line.split(" ").map(literalWord);
  const grammar = grammarOf(words[0]?.value ?? "");
  if (grammar === undefined) return "no grammar";
  const reading = readGrammar(words, grammar);
  if (!isRead(reading)) return `${reading.failure.word?.value ?? ""} ${reading.failure.why ?? ""}`.trim();
  const all = [...reading.options, ...reading.operands].filter(({ role }) => role.name !== "flag");
  return [reading.effect, ...all.map(({ word, role }) => `${role.name}:${word.value}`)].join(" ");
}

describe("a call by its grammar", () => {
  it.each([
    ["grep -rn foo src", "reads data:foo tree:src"],
    ["grep -e foo -f pats src", "reads data:foo read:pats read:src"],
    ["grep -A3 foo a b", "reads number:3 data:foo read:a read:b"],
    ["grep foo -- -r", "reads data:foo read:-r"],
    ["grep -d recurse x .", "reads one:recurse data:x tree:."],
    ["git -C sub log -5 --oneline", "reads cd:sub"],
    ["git diff HEAD -- a.ts", "reads object:HEAD pathspec:a.ts"],
    ["git remote -v", "reads"],
    ["git branch --list a*", "reads data:a*"],
    ["git branch -D x", "loses name:x"],
    ["git mv a b docs", "writes removetree:a removetree:b into:docs"],
    ["find . -name *.ts -type f", "reads only:*.ts data:f read:."],
    ["find . -exec grep x {} ;", "reads command:grep command:x command:{} read:."],
    ["sed -n 1,5p a.ts", "reads code:1,5p read:a.ts"],
    ["sed -i s/a/b/ a.ts", "writes code:s/a/b/ write:a.ts"],
    ["sed -i.bak s/a/b/ a.ts", "writes match:.bak code:s/a/b/ write:a.ts"],
    ["sed -ignore s/a/b/ x.git", "asks match:gnore code:s/a/b/ write:x.git"],
    ["npm -v", "reads"],
    ["jq --arg k v .x a.json", "reads data:k data:v code:.x read:a.json"],
    ["jq -n --slurpfile k f.json $k", "reads data:k read:f.json code:$k"],
    ["npm test", "runs"],
    ["npm --silent test", "runs"],
    ["npm run build -- --fast", "runs name:build arguments:--fast"],
  ])("%s: %s", (line, expected) => expect(read(line)).toBe(expected));

  it.each([
    ["grep --recurs x .", "--recurs"],
    ["grep -rQ x .", "-rQ"],
    ["grep --count=3 x", "--count=3"],
    ["grep -m x y", "x"],
    ["git log --output=x", "--output=x"],
    ["git frobnicate", "frobnicate"],
    ["git -c a=b log", "-c"],
    ["npm test ---script-shell=x", "---script-shell=x"],
    ["sed", ""],
    ["find . -fprint x", "-fprint"],
    ["find . -exec rm", "-exec lacks a command that ends in ; or +"],
  ])("%s asks: %s", (line, expected) => expect(read(line)).toBe(expected));
});

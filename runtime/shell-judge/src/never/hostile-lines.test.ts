import { describe, expect, it } from "vitest";
import { looksDuring } from "../../test/looks-during.ts";
import { explain } from "../decide/judge.ts";

const PLACE = { cwd: "/home/ann/work/repo", root: "/home/ann/work/repo", home: "/home/ann" };

const repeat = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join("");

/** Lines that grow while they are followed. */
const LINES: Readonly<Record<string, string>> = {
  "a value that doubles": `x=aaaaaaaaaaaaaaaa; ${repeat(300, () => "x=$x$x; ")} eval "$x"`,
  "a quoted value that doubles": `x=aaaaaaaaaaaaaaaa; ${repeat(300, () => 'x="$x$x"; ')} ls "$x"`,
  "texts in texts": `x='eval "$x"; eval "$x"'; eval "$x"; eval "$x"`,
  "more texts in texts": `x='${repeat(9, () => 'eval "$x"; ')}'; eval "$x"`,
  "shells in shells": `x='${repeat(9, () => 'bash -c "$x"; ')}'; bash -c "$x"`,
  "aliases of aliases": `${repeat(200, (index) => `alias a${index}='a${index + 1}; a${index + 1}'; `)} a0`,
  "functions that call each other": `${repeat(150, (index) => `f${index}() { f${(index * 7) % 150}; f${(index * 3) % 150} & eval f${index}; }; `)} f0`,
  "loops in loops": `${repeat(12, (index) => `for a${index} in 1 2 3; do `)} rm -rf $a0$a1$a2$a3 ${repeat(12, () => "; done")}`,
  "substitutions in substitutions": `rm -rf ${repeat(400, () => "$(echo ")}/${repeat(400, () => ")")}`,
  "printed text that grows": `echo ${"a ".repeat(2_000)} ${repeat(60, () => "| tee x ")} | xargs rm -rf`,
  "operations on a long value": `x=${"ab*".repeat(400)}; ${repeat(200, () => `rm \${x%%*a*b*a*b*a*b*}; `)}`,
  "braces in braces": `rm -rf ${repeat(30, () => "{a,b}")}`,
  "code with many calls": `python3 -c '${repeat(900, () => 'open("a"+"b" ')}'`,
  "code with open quotes": `node -e '${'fs.rmSync("'.repeat(700)}'`,
  "many quotes in awk": `awk '${'| "x '.repeat(1_500)}'`,
  "endless loops in loops": `${repeat(300, () => "while :; do ")} x & ${repeat(300, () => "done; ")}`,
  "names of functions in evaluated text": `${repeat(60, (index) => `g${index}() { eval "${repeat(40, (other) => `g${other}; `)}"; }; `)} g0`,
  mounts: `docker run ${repeat(200, (index) => `-v /a${index}:/b${index} `)} x rm -rf ${repeat(200, (index) => `/b${index}/c `)}`,
};

describe("a line that grows while it is followed", () => {
  it.each(Object.entries(LINES))("is looked at a bounded number of times: %s", (_, line) => {
    const looks = looksDuring(() => void explain(line, PLACE));
    expect(looks).toBeGreaterThan(10);
    expect(looks).toBeLessThan(2_000_000);
  });
});

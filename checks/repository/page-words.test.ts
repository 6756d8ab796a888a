import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writtenOut } from "./page-words.ts";
import { sourcesOf } from "./source-files.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Names and forms that are the same in every language. */
const NAMES: ReadonlySet<string> = new Set(["Toolwright", "mermaid", "npx", "HTTP …", "Bearer …"]);

/** Files whose sentences are said to programs and models, or are a message that a model is given. */
const TO_PROGRAMS = /^agent\/web\/src\/(?:apps\/app-(?:caller|host|store)\.ts|chat\/suggestions\.ts)$/;
/** Said to the model of a question that nobody answers, as the terminal says it. */
const TO_MODELS = "The user does not answer this.";

describe("the page", () => {
  it("says nothing that does not stand in a catalogue under words/, and reads those when it is drawn", () => {
    const files = sourcesOf("agent/web/src").filter((file) => !file.includes("/words/"));
    expect(files.length).toBeGreaterThan(200);
    const found = files.flatMap((file) =>
      writtenOut(file, readFileSync(join(ROOT, file), "utf8")).map((said) => ({ file, said })),
    );
    const wrong = found.filter(({ file, said }) => !isKnown(said) && !TO_PROGRAMS.test(file));
    expect(wrong).toEqual([]);
  });
});

function isKnown(said: string): boolean {
  return NAMES.has(said) || said === TO_MODELS || /^https?:\/\//.test(said);
}

describe("what is written out", () => {
  const inside = (jsx: string) => writtenOut("a.tsx", `function A() { return ${jsx}; }`);

  it.each([
    ["the text of an element", "<p>Show more</p>", ["Show more"]],
    ["a string in braces", '<p>{"Show more"}</p>', ["Show more"]],
    ["either way of a condition", '<p>{a === "x" ? "Hide" : b && "Show"}</p>', ["Hide", "Show"]],
    ["a template", "<p>{`$" + "{count} more`}</p>", ["… more"]],
    ["a name for screen readers", '<p aria-label="Files" />', ["Files"]],
    ["either way of a title", '<p title={a ? "Hide" : "Show"} />', ["Hide", "Show"]],
    ["a property of a component", '<Field label="Name" hint={"Its " + name} />', ["Name", "Its"]],
    ["a sentence that is returned", 'a ? "It failed." : b', ["It failed."]],
  ])("is %s", (_what, jsx, found) => expect(inside(jsx)).toEqual(found));

  it.each([
    ["a text of a catalogue", "<p title={chatTexts.more}>{chatTexts.more}</p>"],
    ["a class, a role and a kind", '<p className="quiet text" role="alert" data-kind={a ? "model" : "tool"} />'],
    ["signs", "<p>{` · `} ×</p>"],
    ["an argument", '<p>{textIn(data, "name")}</p>'],
    ["an error for who writes programs", 'new Error("It needs a provider.")'],
  ])("is not %s", (_what, jsx) => expect(inside(jsx)).toEqual([]));

  it("is a catalogue that is read while a file is loaded", () => {
    const read = "chatTexts while the file is loaded";
    expect(writtenOut("a.ts", 'import { chatTexts } from "./chat.ts";\nconst NAMES = [chatTexts.you];')).toEqual([
      read,
    ]);
    expect(writtenOut("a.ts", 'import { chatTexts } from "./chat.ts";\nconst names = () => [chatTexts.you];')).toEqual(
      [],
    );
  });
});

import { expect, it } from "vitest";
import { fixSource } from "./fix-source.ts";

/** What is no place for a value in a program has a stroke before it there. */
const HOLE = ["$", "{four}"].join("");

it("writes into literals of every form, and escapes as the form needs it", () => {
  const fixes = [
    { from: 'The "big" one', to: 'A "small" one' },
    { from: "It's here", to: "It's $& gone" },
    { from: `One\n  two \`three\` ${HOLE}`, to: `One\ntwo \`three\` ${HOLE}` },
  ];
  const source = `a("The \\"big\\" one"); b('It\\'s here'); c(\`One\n  two \\\`three\\\` \\${HOLE}\`);`;
  expect(fixSource(source, fixes)).toEqual({
    source: `a("A \\"small\\" one"); b('It\\'s $& gone'); c(\`One\ntwo \\\`three\\\` \\${HOLE}\`);`,
    fixed: fixes,
  });
});

it.each([
  ["stands there twice", 'a("Find"); b("Find");'],
  ["stands there in two forms", "a(\"Find\"); b('Find');"],
  ["is put together", 'a("Fi" + "nd");'],
  ["is a part of another one", 'a("Find it");'],
])("leaves a text that %s", (_what, source) => {
  expect(fixSource(source, [{ from: "Find", to: "Seek" }])).toEqual({ source, fixed: [] });
});

interface Page {
  readonly name: string;
  readonly text: string;
}

/** The list of pages that language models look for (https://llmstxt.org), in the order of `pages.md`. */
export function llmsText(pages: readonly Page[]): string {
  const textOf = (name: string) => pages.find((page) => page.name === name)?.text ?? "";
  const about = (name: string) => firstSentence(textOf(name));
  const groups = sectionsOf(pages).map(({ title, names }) => {
    const lines = names.map((name) => `- [${titleOf(textOf(name))}](${name}): ${about(name)}`);
    return `## ${title}\n\n${lines.join("\n")}\n`;
  });
  return `# Toolwright\n\n> ${about("index.md")}\n\n${groups.join("\n")}`;
}

/** The sections of `pages.md`, each with the pages that no earlier one leads to; the rest is `Project`. */
export function sectionsOf(pages: readonly Page[]): { readonly title: string; readonly names: readonly string[] }[] {
  const names = pages.map(({ name }) => name);
  const seen = new Set(["index.md", "pages.md"]);
  const sections = (pages.find(({ name }) => name === "pages.md")?.text ?? "").split(/^## /m).slice(1);
  const found = sections.map((section) => {
    const linked = [...section.matchAll(/\]\(([\w-]+\.md)[#)]/g)].map(([, name = ""]) => name);
    const own = [...new Set(linked)].filter((name) => names.includes(name) && !seen.has(name));
    for (const name of own) seen.add(name);
    return { title: section.split("\n")[0] ?? "", names: own };
  });
  return [...found, { title: "Project", names: names.filter((name) => !seen.has(name)) }];
}

/** The heading of a page, without marks. */
export function titleOf(text: string): string {
  return (/^# (.+)$/m.exec(text)?.[1] ?? "").replaceAll("`", "");
}

/** Of the first paragraph that is prose. */
function firstSentence(text: string): string {
  const paragraphs = text.replaceAll(/^```[\s\S]*?^```$/gm, "").split(/\n{2,}/);
  const paragraph = paragraphs.find((one) => /^[\w`[*]/.test(one)) ?? "";
  const plain = paragraph.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("\n", " ");
  return (/^.*?[.:](?= |$)/.exec(plain)?.[0] ?? plain).replace(/:$/, ".");
}

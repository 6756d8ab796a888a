import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { OpenFile } from "../cards/open-file.ts";
import { MarkdownText } from "./markdown-text.tsx";

/** `npm test` tries each property a fifth as often. */
const SHARE = process.env.LONG_PLAY === undefined ? 0.2 : 1;

const render = (text: string) => renderToStaticMarkup(<MarkdownText text={text} />);

describe("MarkdownText", () => {
  it("shows headings, lists, tables, code and what is to do", () => {
    const html = render("# A\n\n- b\n- [x] c\n\n| d |\n|---|\n| e |\n\n```js\nlet f;\n```");
    for (const part of [
      `<h1 dir="auto">A</h1>`,
      '<li dir="auto">b</li>',
      `<td dir="auto">e</td>`,
      "let f;",
      "Copy code",
    ])
      expect(html).toContain(part);
    expect(html).toContain('role="img" aria-label="done"');
    expect(html).not.toContain("<input");
  });

  it("shows a list of hundreds of files as one, and code with many signs beside it", () => {
    const html = render(`${"- `src/a.ts`\n".repeat(400)}\n\`\`\`json\n${"[1, 2],\n".repeat(700)}\`\`\`\n`);
    expect(html.match(/<li /g)).toHaveLength(400);
    expect(html).toContain("Copy code");
  });

  it("opens safe links apart from the page, and takes none of another kind", () => {
    expect(render("[a](https://example.org)")).toContain(
      '<a href="https://example.org" target="_blank" rel="noreferrer">a</a>',
    );
    for (const address of [
      "javascript:alert(1)",
      "data:text/html,x",
      "#other",
      "/api/threads",
      "//example.org",
      "file:///x",
    ]) {
      expect(render(`[a](${address})`)).not.toContain("<a ");
    }
    expect(render("<javascript:alert(1)> https://example.org")).not.toContain('href="javascript');
  });

  it("leads to files where files are shown, in prose and in code, and leaves it as it is elsewhere", () => {
    const text =
      "See test/order.js:5, (src/a.ts#L7) `src/app.js:3`; www.example.org/a.js:1 example.org:80 a/b:3 c.js:1.";
    const html = renderToStaticMarkup(
      <OpenFile value={() => {}}>
        <MarkdownText text={text} />
      </OpenFile>,
    );
    const named = [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, name]) => name);
    expect(named).toEqual(["test/order.js:5", "src/a.ts#L7", '<code dir="ltr">src/app.js:3</code>']);
    expect(render("See test/order.js:5.")).toContain('<p dir="auto">See test/order.js:5.</p>');
    expect(render(`${"a/".repeat(9_000)}:1`)).not.toContain("<button");
  });

  it("links what another part of a long text defines, the first definition of each label", () => {
    const filler = Array.from({ length: 300 }, (_, place) => `Paragraph ${place} ${"x".repeat(100)}`).join("\n\n");
    const links = `See [this  Page], [there][b], [no link], \`[b]\` and\n\n\`\`\`\n[b]\n\`\`\`\n\n- [b][]`;
    const definitions =
      '[This Page]: https://example.org/a "A \\"title\\""\n\n> [B]: <https://example.org/b c>\n\n[b]: https://wrong.org';
    const html = render(`${links}\n\n${filler}\n\n${definitions}\n[evil]: javascript:alert(1)`);
    expect(html).toContain('<a href="https://example.org/a" target="_blank"');
    expect(html.split('href="https://example.org/b%20c"')).toHaveLength(3);
    expect(html).toContain("[no link]");
    expect(html).not.toContain("wrong.org");
    expect(html).not.toContain("[b]:");
    expect(render(links + filler).match(/<a /g)).toBeNull();
  });

  it("writes out what could turn, hide or fake text, however it is written", () => {
    const acting = "\u202e \u2066 \u200b \u2060 \u3164 \u115f \ufeff \u00ad \u{e0041}";
    const shown = "\\u{202e} \\u{2066} \\u{200b} \\u{2060} \\u{3164} \\u{115f} \\u{feff} \\u{ad} \\u{e0041}";
    const entities = acting.replace(/[^ ]/gu, (sign) => `&#x${sign.codePointAt(0)?.toString(16)};`);
    const plain = "x".repeat(20_001);
    for (const text of [acting, entities, `\`${acting}\``, `\`\`\`\n${acting}\n\`\`\``, `<b>${acting}</b>`]) {
      expect(render(text)).toContain(shown);
    }
    expect(render(`![${acting}](https://example.org/a.png "${entities}")`)).toContain(`>${shown}</a>`);
    expect(render(`| ${acting} |\n|---|\n| [${entities}](https://example.org) |`).split(shown)).toHaveLength(3);
    expect(render(`${acting}${plain}`)).toContain(shown);
    expect(render("a 👩‍💻 ✔️ b\u00a0c").replaceAll("\n", "")).toBe(
      '<div class="markdown"><div class="chapter"><p dir="auto">a 👩‍💻 ✔️ b\u00a0c</p></div></div>',
    );
  });

  it("lets nothing through that acts, whatever Markdown is around it", () => {
    const piece = fc.constantFrom(
      ..."*_`[]()<>!|&#x;202e\u202e\u200f\u200b\u2028\n\\-~",
      "&#8238;",
      "&ZeroWidthSpace;",
      "```",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        // Nobody reads the language of a code block.
        expect(render(pieces.join("")).replace(/ class="[^"]*"/g, "")).not.toMatch(
          /[\u202a-\u202e\u2066-\u2069\u200b\u200f\u2028]/,
        );
      }),
      { numRuns: 500 * SHARE },
    );
  });

  it("loads no image", () => {
    const html = render("![a cat](https://example.org/cat.png) ![](data:image/png;base64,AA)");
    expect(html).not.toContain("<img");
    expect(html).toContain('<a href="https://example.org/cat.png" target="_blank" rel="noreferrer">a cat</a>');
  });

  it("shows HTML as text", () => {
    const html = render('<script>alert(1)</script>\n\n<img src=x onerror="alert(1)">\n\na <b onclick=x>b</b>');
    expect(html).not.toMatch(/<(script|img|b)\b/);
    expect(html).toContain("&lt;script&gt;");
  });

  it("shows what no parser should bear as it is", () => {
    const long = `${"a ".repeat(30_000)}\n\nend`;
    expect(render(long)).toContain('<div class="plain-text" dir="auto">a a');
    expect(render(`${">".repeat(5_000)} deep\n\n*after*`)).toContain(" deep\n\n*after*</div>");
    expect(render("*_".repeat(20_000))).toContain('<div class="plain-text" dir="auto">*_*_');
    expect(render("*a* ".repeat(150_000))).toContain("Show all 500k characters");
    expect(render("*a* ".repeat(150_000))).toContain("Show all 100k characters");
  });

  it("bears whatever it is given", () => {
    const pieces = [
      "word",
      "*",
      "_",
      "`",
      "[",
      "](",
      ")",
      "<",
      ">",
      "|",
      "\n",
      "#",
      "- ",
      "![",
      "&",
      "~~",
      "    ",
      "[^1]",
      ": ",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (list) => {
        expect(() => render(list.join(""))).not.toThrow();
      }),
      { numRuns: 300 * SHARE },
    );
  });
});

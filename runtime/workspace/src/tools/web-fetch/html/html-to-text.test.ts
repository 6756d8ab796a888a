import { describe, expect, it } from "vitest";
import { htmlToText } from "./html-to-text.ts";

const { signal } = new AbortController();
const base = new URL("https://example.org/docs/page");

const markdown = (html: string) => htmlToText(html, { base, plain: false }, signal);
const plain = (html: string) => htmlToText(html, { base, plain: true }, signal);

describe("htmlToText", () => {
  it.each([
    ["<p>One\n two</p><p>three</p>", "One two\n\nthree"],
    ["<h1>A</h1><h3>B</h3>text", "# A\n\n### B\n\ntext"],
    ["a <b>bold</b>, <em>it</em><code>x</code>", "a **bold**, *it*`x`"],
    ["<b>Note: </b>text<b> more</b>", "**Note:** text **more**"],
    ["<a href='../x?a=1&amp;b=2'>link</a>", "[link](https://example.org/x?a=1&b=2)"],
    [
      "<a href='/a(b)'>l</a> <a href='#top'>up</a> <a href='javascript:x'>js</a>",
      "[l](https://example.org/a%28b%29) up js",
    ],
    ["<img src=a.png alt=Logo><img src=b.png>", "![Logo](https://example.org/docs/a.png)"],
    ["<ul><li>a<li>b<ul><li>c</ul></ul>", "- a\n- b\n  - c"],
    ["<ol start=3><li>a</li><li><p>b</p><p>c</p></li></ol>", "3. a\n4. b\n\n   c"],
    ["<ul><li><ul><li>x</ul></ul>", "-\n  - x"],
    ["<blockquote><p>q</p><p>r</p></blockquote>after", "> q\n>\n> r\n\nafter"],
    ["<pre><code class='language-ts'>a  b\n\n  c\n</code></pre>", "```ts\na  b\n\n  c\n```"],
    ["a<br>b<hr>c", "a\nb\n\n---\n\nc"],
    ["<table><tr><th>A<th>B<tr><td>1<td>x|y</table>", "| A | B |\n| --- | --- |\n| 1 | x\\|y |"],
    ["<table><tr><td><table><tr><td>in<td>ner</table></table>", "in ner"],
    ["<title>T &amp; U</title><p>x", "Title: T & U\n\nx"],
    ["<dl><dt>t<dd>d</dl>", "t\nd"],
    ["", ""],
  ])("writes %s", async (html, expected) => {
    expect(await markdown(html)).toBe(expected);
  });

  it("leaves out what nobody sees", async () => {
    const hidden = [
      "<script>a</script><style>b</style><noscript>c</noscript><template>d</template><svg><text>e</text></svg>",
      "<p hidden>f</p><div style='color: red; display : none'>g<br></div><span style='font-size:0px'>h</span><!-- i -->",
    ];
    expect(await markdown(`${hidden.join("")}<p style="font-size:0.9em">seen</p>`)).toBe("seen");
  });

  it("gives text alone when asked", async () => {
    const html = "<h1>A</h1><p><a href=x>link</a> <b>bold</b> <img src=x alt=pic></p><ul><li>item</ul><pre>x  y</pre>";
    expect(await plain(html)).toBe("A\n\nlink bold pic\n\n- item\n\nx  y");
  });

  it("survives what is not well-formed", async () => {
    expect(await markdown("</p></li><b>x</i></b></table><td>y</blockquote><a>z")).toBe("**x** yz");
  });

  it("gives up on endless depth", async () => {
    expect(await markdown(`seen${"<div>".repeat(300_000)}deep`)).toBe(
      "seen\n\n[the rest of the page is nested too deeply to be read]",
    );
    expect(await markdown(`${"<i></b>".repeat(200_000)}`)).toContain("too deeply");
  });

  it("comes back from pages that quadratic time would not end on", async () => {
    expect(await markdown(`<pre>${" ".repeat(300_000)}x</pre><p>${" \n".repeat(300_000)}x`)).toMatch(/x$/);
    expect(await markdown(`<p>${"a ".repeat(500_000)}<b>${"b\n".repeat(200_000)}</b>`)).toMatch(/^a a .*b\*\*$/s);
    expect(await markdown(`${"<a href=x>".repeat(50_000)}`)).toBeTypeOf("string");
  });

  it("marks the lines of sixteen blocks in each other, and not those of more", async () => {
    const nested = (depth: number) => markdown(`${"<blockquote>".repeat(depth)}${"<p>a".repeat(2_000)}`);
    expect(await nested(400)).toBe(await nested(16));
    expect(await nested(16)).not.toBe(await nested(15));
  });

  it("stops when it is no longer wanted", async () => {
    await expect(htmlToText("<p>x", { base, plain: false }, AbortSignal.abort())).rejects.toThrow();
  });
});

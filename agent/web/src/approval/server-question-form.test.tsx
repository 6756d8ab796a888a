import { describe, expect, it } from "vitest";
import { renderCall } from "../cards/render-call.test-data.tsx";

const approvals = { decide: async () => undefined, rulesFor: () => ["mcp_question"] };
const asked = (more: object) =>
  renderCall(
    {
      toolName: "mcp_question",
      argsText: JSON.stringify({ server: "github", tool: "create_issue", message: "Which one?", ...more }),
      approval: { id: "q1" },
    },
    { approvals },
  );

describe("a question of an MCP server on the page", () => {
  it("is a form, with a field of its kind for each thing, and no rule to save", () => {
    const html = asked({
      fields: [
        {
          name: "repo",
          label: "Repository",
          kind: "choice",
          required: true,
          choices: [{ value: "a" }, { value: "b" }],
        },
        { name: "title", label: "Title", kind: "text", required: false, initial: "A bug" },
        { name: "sure", label: "Sure", kind: "yes_no", required: false },
      ],
    });
    expect(html).toContain("The MCP server github asks, for create_issue");
    expect(html).toContain("Which one?");
    expect(html).toMatch(/<select[^>]*><option value="" selected=""> <\/option><option value="a">a<\/option>/);
    expect(html).toMatch(/<input[^>]*type="text"[^>]*value="A bug"/);
    expect(html).toContain("Title (optional)");
    expect(html).toContain("Repository: It must be filled in.");
    expect(html).toMatch(/disabled=""[^>]*>Send the answer<|Send the answer/);
    expect(html).not.toContain("Always allow");
  });

  it("shows an address whole, and opens none", () => {
    const html = asked({ url: "https://example.org/login?a=b" });
    expect(html).toMatch(/<a [^>]*href="https:\/\/example.org\/login\?a=b"[^>]*rel="noreferrer"/);
    expect(html).toContain("I have opened it");
    expect(asked({ url: "javascript:alert(1)" })).not.toContain("href=");
  });

  it("spells out what would hide", () => {
    expect(asked({ message: "Pay\u202e no" })).toContain("Pay\\u{202e} no");
  });
});

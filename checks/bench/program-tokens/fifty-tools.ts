import { type JsonSchema, type Tool, uncheckedTool } from "@toolwright/core";

/** Gives the value that a tool answers with; null for one that no task calls. */
export type Answers = (name: string, input: Readonly<Record<string, unknown>>) => unknown;

/**
 * Fifty tools as a company's assistant has them: files and shell, mail, calendar, chat, issues, customers, money. Every
 * third declares its output, as servers do.
 */
export function fiftyTools(answer: Answers = () => null): readonly Tool[] {
  return TOOLS.map(([name, description, properties, optional = [], output]) =>
    uncheckedTool({
      name,
      description,
      input: {
        type: "object",
        properties,
        required: Object.keys(properties).filter((key) => !optional.includes(key)),
        additionalProperties: false,
      },
      ...(output !== undefined && { output }),
      effects: /^(list|get|read|find|search|grep|glob|ls)_?|__(list|get|search|read)_/.test(name) ? "read" : "external",
      execute: (input: Readonly<Record<string, unknown>>) => answer(name, input),
    }),
  );
}

type Row = readonly [
  name: string,
  description: string,
  properties: { readonly [name: string]: JsonSchema },
  optional?: readonly string[],
  output?: JsonSchema,
];

const text: JsonSchema = { type: "string" };
const number: JsonSchema = { type: "number" };
const flag: JsonSchema = { type: "boolean" };
const day: JsonSchema = { type: "string", format: "date" };
const time: JsonSchema = { type: "string", format: "date-time" };
const texts: JsonSchema = { type: "array", items: text };
const upTo = (maximum: number): JsonSchema => ({ type: "integer", minimum: 1, maximum });
const said = (description: string): JsonSchema => ({ type: "string", description });
const oneOf = (...values: string[]): JsonSchema => ({ type: "string", enum: values });
const object = (properties: { readonly [name: string]: JsonSchema }): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});
const listOf = (properties: { readonly [name: string]: JsonSchema }): JsonSchema => ({
  type: "array",
  items: object(properties),
});

const TOOLS: readonly Row[] = [
  [
    "read",
    "Read a text file, with line numbers.",
    { path: text, offset: upTo(1_000_000), limit: upTo(2_000) },
    ["offset", "limit"],
  ],
  ["write", "Create a file or replace all of it.", { path: text, content: text }],
  [
    "edit",
    "Replace a text that stands once in a file.",
    { path: text, old_string: text, new_string: text, replace_all: flag },
    ["replace_all"],
  ],
  ["glob", "Find files by a pattern, newest first.", { pattern: said("such as src/**/*.ts"), path: text }, ["path"]],
  [
    "grep",
    "Search files by a regular expression.",
    { pattern: text, path: text, glob: text, output_mode: oneOf("content", "files", "count") },
    ["path", "glob", "output_mode"],
  ],
  ["ls", "List a folder.", { path: text }, ["path"]],
  [
    "bash",
    "Run a shell command in the workspace.",
    { command: text, timeout_ms: upTo(600_000), run_in_background: flag },
    ["timeout_ms", "run_in_background"],
  ],
  [
    "web_fetch",
    "Fetch a page as Markdown.",
    { url: { type: "string", format: "uri" }, max_bytes: upTo(1_000_000) },
    ["max_bytes"],
  ],
  [
    "web_search",
    "Search the web.",
    { query: text, limit: upTo(20) },
    ["limit"],
    listOf({ title: text, url: text, text }),
  ],
  [
    "get_current_time",
    "The time now.",
    { timezone: said("IANA name; default UTC") },
    ["timezone"],
    object({ now: text, timezone: text }),
  ],
  ["list_people", "People of a team, by name.", { team: text }, [], listOf({ person: text, email: text, role: text })],
  [
    "list_expenses",
    "Expenses of one person, newest first.",
    { person: text, month: said("2026-11"), limit: upTo(200) },
    ["month", "limit"],
    listOf({ euros: number, day: text, category: text }),
  ],
  ["approve_expense", "Approve one expense for payment.", { expense_id: text, note: text }, ["note"]],
  [
    "list_orders",
    "Orders of a period, oldest first.",
    { from: day, to: day, status: oneOf("open", "paid", "shipped", "cancelled") },
    ["status"],
    listOf({ order_id: text, customer_id: text, euros: number }),
  ],
  ["get_order", "One order with its lines.", { order_id: text }],
  ["cancel_order", "Cancel an order that is not shipped.", { order_id: text, reason: text }],
  [
    "refund_order",
    "Pay money back for an order.",
    { order_id: text, euros: { type: "number", exclusiveMinimum: 0 }, reason: text },
  ],
  [
    "list_customers",
    "Customers, by name.",
    { country: said("ISO code of two letters"), limit: upTo(1_000) },
    ["country", "limit"],
    listOf({ customer_id: text, name: text, country: text }),
  ],
  [
    "update_customer",
    "Change fields of a customer.",
    { customer_id: text, name: text, email: { type: "string", format: "email" }, phone: text },
    ["name", "email", "phone"],
  ],
  [
    "get_price",
    "The price of an article and its stock.",
    { article: text },
    [],
    object({ article: text, euros: number, stock: number }),
  ],
  ["set_price", "Change the price of an article.", { article: text, euros: { type: "number", minimum: 0 } }],
  [
    "create_invoice",
    "Make a draft of an invoice.",
    { customer_id: text, lines: listOf({ article: text, count: number, euros: number }), due: day },
    ["due"],
    object({ invoice_id: text, euros: number }),
  ],
  ["send_invoice", "Send an invoice to its customer.", { invoice_id: text, copy_to: texts }, ["copy_to"]],
  [
    "search_mail",
    "Search mail, newest first.",
    { query: text, folder: text, after: day, limit: upTo(100) },
    ["folder", "after", "limit"],
    listOf({ id: text, from: text, subject: text, day: text }),
  ],
  ["read_mail", "One mail with its text.", { id: text }],
  [
    "send_mail",
    "Send a mail.",
    { to: texts, subject: text, text, cc: texts, attachments: texts },
    ["cc", "attachments"],
  ],
  ["archive_mail", "Move mails out of the inbox.", { ids: texts }],
  [
    "list_events",
    "Events of a calendar.",
    { calendar: text, from: time, to: time },
    ["calendar"],
    listOf({ id: text, title: text, start: text, end: text }),
  ],
  [
    "create_event",
    "Put an event into a calendar.",
    { title: text, start: time, end: time, guests: texts, room: text, remind_minutes: upTo(10_080) },
    ["guests", "room", "remind_minutes"],
  ],
  ["delete_event", "Delete an event and tell its guests.", { id: text, message: text }, ["message"]],
  [
    "find_free_time",
    "Times at which all of some people are free.",
    { people: texts, minutes: upTo(480), from: day, to: day },
    [],
    listOf({ start: text, end: text }),
  ],
  [
    "mcp__github__list_issues",
    "Issues of a repository.",
    { owner: text, repo: text, state: oneOf("open", "closed", "all"), labels: texts, per_page: upTo(100) },
    ["state", "labels", "per_page"],
  ],
  [
    "mcp__github__get_issue",
    "One issue with its comments.",
    { owner: text, repo: text, issue_number: { type: "integer" } },
  ],
  [
    "mcp__github__create_issue",
    "Open an issue.",
    { owner: text, repo: text, title: text, body: text, labels: texts, assignees: texts },
    ["body", "labels", "assignees"],
  ],
  [
    "mcp__github__add_issue_comment",
    "Comment on an issue.",
    { owner: text, repo: text, issue_number: { type: "integer" }, body: text },
  ],
  [
    "mcp__github__list_pull_requests",
    "Pull requests of a repository.",
    { owner: text, repo: text, state: oneOf("open", "closed", "all"), base: text },
    ["state", "base"],
  ],
  [
    "mcp__github__merge_pull_request",
    "Merge a pull request.",
    { owner: text, repo: text, pull_number: { type: "integer" }, merge_method: oneOf("merge", "squash", "rebase") },
    ["merge_method"],
  ],
  [
    "mcp__github__get_file_contents",
    "A file or a folder of a repository.",
    { owner: text, repo: text, path: text, ref: said("branch, tag or commit") },
    ["ref"],
  ],
  [
    "mcp__github__search_code",
    "Search code in all repositories.",
    { query: text, page: upTo(100), per_page: upTo(100) },
    ["page", "per_page"],
  ],
  ["mcp__slack__list_channels", "Channels, by name.", { limit: upTo(200), cursor: text }, ["limit", "cursor"]],
  [
    "mcp__slack__post_message",
    "Post a message to a channel.",
    { channel_id: text, text, thread_ts: said("answers this message") },
    ["thread_ts"],
  ],
  [
    "mcp__slack__get_channel_history",
    "Messages of a channel, newest first.",
    { channel_id: text, limit: upTo(200) },
    ["limit"],
  ],
  [
    "mcp__slack__add_reaction",
    "React to a message with an emoji.",
    { channel_id: text, timestamp: text, reaction: text },
  ],
  [
    "mcp__postgres__query",
    "Run a query that reads only.",
    { sql: text, params: { type: "array", items: {} } },
    ["params"],
  ],
  ["mcp__postgres__list_tables", "Tables of a schema.", { schema: { type: "string", default: "public" } }, ["schema"]],
  [
    "mcp__drive__search_files",
    "Search files by name and text.",
    { query: text, type: oneOf("document", "sheet", "slides", "folder"), limit: upTo(100) },
    ["type", "limit"],
  ],
  ["mcp__drive__read_sheet", "Cells of a sheet.", { file_id: text, range: said("such as A1:C20") }],
  [
    "mcp__drive__update_sheet",
    "Write cells of a sheet.",
    { file_id: text, range: text, values: { type: "array", items: { type: "array", items: {} } } },
  ],
  [
    "mcp__drive__share_file",
    "Give a person access to a file.",
    { file_id: text, email: { type: "string", format: "email" }, role: oneOf("reader", "commenter", "writer") },
  ],
  [
    "create_task",
    "Put a task on somebody's list.",
    { title: text, person: text, due: day, priority: oneOf("low", "normal", "high"), notes: text },
    ["due", "priority", "notes"],
  ],
];

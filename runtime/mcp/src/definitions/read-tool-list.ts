import type { Json } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { McpFailure } from "../failure.ts";
import type { SetAside } from "../mcp-tools.port.ts";
import type { McpSession } from "../session.port.ts";
import { checkDefinition } from "./check-definition.ts";
import type { Definition } from "./definition.ts";

/** Pages of one list, and tools of one server: a list that goes on for ever ends here, with a word. */
const MAX_PAGES = 100;
const MAX_TOOLS = 1_000;

/** What a server offers, and what of it is left out. */
export interface ToolList {
  readonly definitions: readonly Definition[];
  readonly setAside: readonly SetAside[];
}

/**
 * Reads the list of a server, page by page and loosely, so that one bad definition does not take the others with it.
 */
export async function readToolList(server: string, session: McpSession, signal: AbortSignal): Promise<ToolList> {
  const { raw, end } = await readPages(session, signal);
  const definitions: Definition[] = [];
  const setAside: SetAside[] = end === undefined ? [] : [{ server, tool: "", reason: end }];
  for (const one of raw) {
    const checked = checkDefinition(server, one);
    if (checked.ok) definitions.push(checked.definition);
    else setAside.push({ server, tool: checked.tool, reason: checked.reason });
  }
  return { definitions, setAside };
}

const ENDLESS = "its list does not come to an end; what had come by then is offered";

interface Pages {
  readonly raw: readonly Json[];
  /** Why the list was not read to its end. */
  readonly end?: string;
}

async function readPages(session: McpSession, signal: AbortSignal): Promise<Pages> {
  const raw: Json[] = [];
  const seen = new Set<string>();
  const pages = new Set<string>();
  for (let cursor: string | undefined = ""; cursor !== undefined; ) {
    const page: Page = pageOf(await session.request("tools/list", cursor === "" ? {} : { cursor }, { signal }));
    // The same page once more is no further page, and its tools are no others.
    const text = JSON.stringify(page.tools.map(nameIn));
    if (page.tools.length > 0 && pages.has(text)) return { raw, end: ENDLESS };
    pages.add(text);
    raw.push(...page.tools.slice(0, MAX_TOOLS + 1));
    if (raw.length > MAX_TOOLS)
      return { raw: raw.slice(0, MAX_TOOLS), end: `it offers more than ${MAX_TOOLS} tools; the rest is left out` };
    if (page.next !== undefined && (seen.has(page.next) || seen.size >= MAX_PAGES)) return { raw, end: ENDLESS };
    cursor = page.next;
    if (cursor !== undefined) seen.add(cursor);
  }
  return { raw };
}

function nameIn(one: Json): string {
  return isJsonObject(one) && typeof one.name === "string" ? one.name : "";
}

interface Page {
  readonly tools: readonly Json[];
  readonly next: string | undefined;
}

function pageOf(page: Json): Page {
  if (!isJsonObject(page) || !Array.isArray(page.tools))
    throw new McpFailure("unreadable", "its list of tools is no list");
  const { tools, nextCursor } = page;
  return { tools, next: typeof nextCursor === "string" && nextCursor !== "" ? nextCursor : undefined };
}

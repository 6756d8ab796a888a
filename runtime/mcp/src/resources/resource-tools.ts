import { defineTool, type PrepareStep, type Tool, type ToolContext, ToolError } from "@toolwright/core";
import { lateSignal } from "@toolwright/core/internal";
import { readContents } from "../calls/read-result.ts";
import { toolError } from "../calls/tool-errors.ts";
import type { OneServer } from "../one-server.ts";
import { CallMarks } from "./call-marks.ts";
import { type ResourceLine, readResourceList } from "./read-resource-list.ts";
import { type ResourceRead, resourceNews } from "./resource-news.ts";

/** What the two tools need of a server. */
export type ResourceServer = Pick<OneServer, "name" | "hasResources" | "asks" | "request" | "watch" | "lastChangeOf">;

const LIST = "list_mcp_resources";
const READ = "read_mcp_resource";
/** Resources that are named at once. */
const MAX_LISTED = 200;
/** Characters of an address. */
const MAX_URI = 2_000;
/** Milliseconds that a server may take to answer. */
const TIME_MS = 30_000;

/** The tools that find and read the resources of servers; none where no server has any. */
export class ResourceTools {
  readonly #servers: readonly ResourceServer[];
  readonly #tools: readonly Tool[];
  readonly #marks = new CallMarks();

  constructor(servers: readonly ResourceServer[]) {
    this.#servers = servers;
    this.#tools = [listTool(servers), readTool(servers, this.#marks)];
  }

  /** Tells the model of one conversation which resources that it has read have changed. */
  news(): PrepareStep {
    const marks = {
      lastChangeOf: ({ server, uri }: ResourceRead) =>
        this.#servers.find(({ name }) => name === server)?.lastChangeOf(uri),
      atCall: (toolCallId: string, read: ResourceRead) => this.#marks.of(toolCallId, read),
    };
    return resourceNews(marks, READ);
  }

  /** The same ones each time, as long as a server has resources. */
  tools(): readonly Tool[] {
    return this.#servers.some(({ hasResources }) => hasResources) ? this.#tools : [];
  }
}

interface ListInput {
  readonly server?: string;
  readonly query?: string;
}

function listTool(servers: readonly ResourceServer[]): Tool {
  return defineTool({
    name: LIST,
    description: `List the resources of MCP servers: what ${READ} can read.`,
    input: {
      type: "object",
      properties: {
        server: { type: "string", description: "only of this server" },
        query: { type: "string", description: "only those with these words" },
      },
      additionalProperties: false,
    },
    effects: { kind: "read", volatile: true },
    allowlist: "all",
    timeoutMs: TIME_MS * 2,
    async execute({ server, query = "" }: ListInput, ctx) {
      const having = servers.filter(({ hasResources }) => hasResources);
      const asked = server === undefined ? having : [named(servers, server)];
      const lists = await Promise.all(asked.map((one) => linesOf(one, ctx)));
      const words = query.toLowerCase().split(/\s+/).filter(Boolean);
      const found = lists.flat().filter((line) => words.every((word) => line.toLowerCase().includes(word)));
      if (found.length === 0) return "There are no such resources.";
      const more = found.length - MAX_LISTED;
      return [...found.slice(0, MAX_LISTED), ...(more > 0 ? [`and ${more} more: give a query.`] : [])].join("\n");
    },
  });
}

/** One server that does not answer costs its own lines, and says so. */
async function linesOf(server: ResourceServer, ctx: ToolContext): Promise<readonly string[]> {
  const signal = AbortSignal.any([ctx.signal, lateSignal(TIME_MS)]);
  try {
    const lines = await readResourceList((method, params) => server.request(method, params, signal));
    return lines.map((line) => `${server.name} ${shown(line)}`);
  } catch (error) {
    return [toolError(error, { server: server.name, repeatable: true }).message];
  }
}

function shown({ uri, about, isTemplate }: ResourceLine): string {
  return `${uri}${isTemplate ? " (fill in what stands in braces)" : ""}${about === "" ? "" : `: ${about}`}`;
}

interface ReadInput {
  readonly server: string;
  readonly uri: string;
}

function readTool(servers: readonly ResourceServer[], marks: CallMarks): Tool {
  return defineTool({
    name: READ,
    description: "Read a resource of an MCP server.",
    input: {
      type: "object",
      properties: {
        server: { type: "string", description: "name of the server" },
        uri: { type: "string", minLength: 1, maxLength: MAX_URI, description: `as ${LIST} names it` },
      },
      required: ["server", "uri"],
      additionalProperties: false,
    },
    emptyIsAbsent: [],
    effects: "external",
    allowlist: "all",
    requiresConfirmation: ({ server }: ReadInput) => servers.some(({ name, asks }) => name === server && asks),
    timeoutMs: TIME_MS,
    async execute({ server, uri }: ReadInput, ctx) {
      const one = named(servers, server);
      try {
        // A change while it is read is told, too.
        await one.watch(uri, ctx.signal);
        marks.set(ctx.toolCallId, { server, uri }, one.lastChangeOf(uri) ?? 0);
        return readContents(await one.request("resources/read", { uri }, ctx.signal));
      } catch (error) {
        throw toolError(error, { server, repeatable: true });
      }
    },
  });
}

function named(servers: readonly ResourceServer[], server: string): ResourceServer {
  const having = servers.filter(({ hasResources }) => hasResources);
  const found = having.find(({ name }) => name === server);
  if (found !== undefined) return found;
  const names = having.map(({ name }) => name).join(", ");
  throw new ToolError(`No MCP server ${JSON.stringify(server)} has resources; these have: ${names}.`, {
    code: "user_error",
  });
}

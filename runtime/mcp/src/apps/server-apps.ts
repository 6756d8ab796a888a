import type { Json, JsonObject } from "@toolwright/core";
import { isJsonObject, lateSignal } from "@toolwright/core/internal";
import { toolError } from "../calls/tool-errors.ts";
import { visibleText } from "../definitions/visible-text.ts";
import type { Offered } from "../definitions/without-collisions.ts";
import { McpFailure } from "../failure.ts";
import type { Offer } from "../offers/offers.port.ts";
import type { OneServer } from "../one-server.ts";
import { appDomains } from "./app-domains.ts";
import { APP_TYPE } from "./app-type.ts";
import type { McpApp, McpApps } from "./apps.port.ts";

/** Milliseconds that a server may take to give a page, or what its app reads. */
const TIME_MS = 30_000;
/** Characters of a page, and of what an app reads at once. */
const LONGEST = 4 * 1024 * 1024;

/** The apps of these servers. `offered`: all tools that are offered now, to models or to apps. */
export function serverApps(servers: readonly OneServer[], offered: () => readonly Offered[]): McpApps {
  const shownBy = (tool: string) => {
    const found = offered().find(({ definition: { name, isFor } }) => name === tool && isFor.models)?.definition;
    const server = servers.find(({ name }) => name === found?.server);
    return found?.appUri === undefined || server === undefined
      ? undefined
      : { server, definition: found, uri: found.appUri };
  };
  return {
    get tools() {
      return offered().flatMap(({ definition: { name, isFor, appUri } }) =>
        appUri !== undefined && isFor.models ? [name] : [],
      );
    },
    get ownTools() {
      return offered().flatMap(({ definition: { isFor }, tool }) => (isFor.apps && !isFor.models ? [tool] : []));
    },
    async app(tool, signal) {
      const shown = shownBy(tool);
      if (shown === undefined) return noApp(tool);
      const { server, definition, uri } = shown;
      return given(server, async () => ({
        server: server.name,
        ...appIn(await read(server, uri, signal), uri),
        tool: definition.raw,
      }));
    },
    callable(tool, named) {
      const shown = shownBy(tool);
      if (shown === undefined) return noApp(tool);
      const own = offered().filter(({ definition }) => definition.server === shown.server.name);
      const found = own.find(({ definition }) => definition.tool === named);
      if (found?.definition.isFor.apps === true) return { ok: true, value: found.tool };
      const why = found === undefined ? "has no tool" : "keeps from apps the tool";
      return { ok: false, error: `The MCP server "${shown.server.name}" ${why} ${JSON.stringify(named)}.` };
    },
    async resource({ tool, uri }, signal) {
      const shown = shownBy(tool);
      if (shown === undefined) return noApp(tool);
      return given(shown.server, () => read(shown.server, uri, signal));
    },
  };
}

function noApp(tool: string): Offer<never> {
  return { ok: false, error: `There is no app for the tool ${JSON.stringify(tool)}.` };
}

async function given<T>({ name }: OneServer, give: () => Promise<T>): Promise<Offer<T>> {
  try {
    return { ok: true, value: await give() };
  } catch (error) {
    return { ok: false, error: visibleText(toolError(error, { server: name, repeatable: true }).message, 2_000) };
  }
}

async function read(server: OneServer, uri: string, signal: AbortSignal | undefined): Promise<JsonObject> {
  const late = lateSignal(TIME_MS);
  const within = signal === undefined ? late : AbortSignal.any([signal, late]);
  const answer = await server.request("resources/read", { uri }, within);
  if (!isJsonObject(answer) || !Array.isArray(answer.contents))
    throw new McpFailure("unreadable", "its answer has no contents");
  if (JSON.stringify(answer).length > LONGEST)
    throw new McpFailure("unreadable", `its answer has more than ${LONGEST} characters`);
  return answer;
}

function appIn({ contents }: JsonObject, uri: string): Pick<McpApp, "uri" | "html" | "domains"> {
  const all: readonly Json[] = Array.isArray(contents) ? contents : [];
  const found = all.filter(isJsonObject).find(({ mimeType }) => typeOf(mimeType) === APP_TYPE);
  if (found === undefined) throw new McpFailure("unreadable", `${uri} is no page of the type ${APP_TYPE}`);
  const { text, blob, _meta } = found;
  const html = typeof text === "string" ? text : typeof blob === "string" ? decoded(blob) : undefined;
  if (html === undefined) throw new McpFailure("unreadable", `the page ${uri} has no text`);
  const ui = isJsonObject(_meta) && isJsonObject(_meta.ui) ? _meta.ui : {};
  return { uri, html, domains: appDomains(ui.csp ?? null) };
}

function typeOf(mimeType: Json | undefined): string {
  return typeof mimeType === "string" ? mimeType.replaceAll(/\s/g, "").toLowerCase() : "";
}

function decoded(base64: string): string {
  return Buffer.from(base64, "base64").toString("utf8");
}

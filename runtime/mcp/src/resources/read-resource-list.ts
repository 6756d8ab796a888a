import type { Json, JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { visibleText } from "../definitions/visible-text.ts";
import { McpFailure } from "../failure.ts";

/** A resource as it is listed. */
export interface ResourceLine {
  readonly uri: string;
  /** Its title and what it is; one line. */
  readonly about: string;
  /** Parts of the address are to be filled in. */
  readonly isTemplate: boolean;
}

/** Sends one request to the server. */
type Request = (method: string, params: JsonObject) => Promise<Json>;

/** Pages of one list, and resources of one server. */
const MAX_PAGES = 20;
const MAX_RESOURCES = 1_000;
/** Characters. */
const MAX_URI = 2_000;
const MAX_ABOUT = 300;

/** The resources of a server, then its templates, read loosely. A server without templates has none. */
export async function readResourceList(request: Request): Promise<readonly ResourceLine[]> {
  const resources = await readPages(request, { method: "resources/list", field: "resources", uri: "uri" });
  const asked = { method: "resources/templates/list", field: "resourceTemplates", uri: "uriTemplate" };
  const templates = await readPages(request, asked).catch((error: unknown) => {
    if (error instanceof McpFailure && error.kind === "refused") return [];
    throw error;
  });
  return [...resources, ...templates].slice(0, MAX_RESOURCES);
}

interface Asked {
  readonly method: string;
  /** Where the list stands in the answer, and the address in its entries. */
  readonly field: string;
  readonly uri: string;
}

async function readPages(request: Request, { method, field, uri }: Asked): Promise<readonly ResourceLine[]> {
  const lines: ResourceLine[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && lines.length < MAX_RESOURCES; page += 1) {
    const answer = await request(method, cursor === undefined ? {} : { cursor });
    const list = isJsonObject(answer) ? answer[field] : undefined;
    if (!isJsonObject(answer) || !Array.isArray(list))
      throw new McpFailure("unreadable", "its list of resources is no list");
    lines.push(...list.slice(0, MAX_RESOURCES).flatMap((entry) => lineOf(entry, uri)));
    const { nextCursor } = answer;
    if (typeof nextCursor !== "string" || nextCursor === "" || nextCursor === cursor) break;
    cursor = nextCursor;
  }
  return lines;
}

function lineOf(entry: Json, field: string): readonly ResourceLine[] {
  if (!isJsonObject(entry)) return [];
  const { [field]: uri, name, title, description } = entry;
  if (typeof uri !== "string" || uri === "" || uri.length > MAX_URI || visibleText(uri, MAX_URI) !== uri) return [];
  const words = [title ?? name, description].filter((text) => typeof text === "string" && text !== "");
  const about = visibleText(words.join(". ").replace(/\s+/g, " "), MAX_ABOUT);
  return [{ uri, about, isTemplate: field === "uriTemplate" }];
}

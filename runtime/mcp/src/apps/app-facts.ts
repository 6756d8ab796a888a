import type { JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import type { Definition } from "../definitions/definition.ts";

/** Characters of the address of an app. */
const MAX_URI = 2_000;

/** What the definition of a tool says of apps: MCP Apps of 2026-01-26, "Resource Discovery". */
export function appFacts({ _meta }: JsonObject): Pick<Definition, "isFor" | "appUri"> {
  const meta = isJsonObject(_meta) ? _meta : {};
  const { visibility, resourceUri } = isJsonObject(meta.ui) ? meta.ui : {};
  const isFor = (who: string) => !Array.isArray(visibility) || visibility.includes(who);
  // The flat name is the one of before; servers that are older than the specification have it alone.
  const uri = resourceUri ?? meta["ui/resourceUri"];
  const isApp = typeof uri === "string" && uri.startsWith("ui://") && uri.length <= MAX_URI;
  return { isFor: { models: isFor("model"), apps: isFor("app") }, appUri: isApp ? uri : undefined };
}

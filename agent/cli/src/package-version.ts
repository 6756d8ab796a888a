import { readFileSync } from "node:fs";

/** The version in this package's manifest. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const version = typeof manifest === "object" && manifest !== null && Reflect.get(manifest, "version");
  return typeof version === "string" ? version : "unknown";
}

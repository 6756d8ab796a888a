import { readFile } from "node:fs/promises";
import type { PolicyFile } from "@toolwright/workspace";
import { UsageError } from "../usage-error.ts";

/** The rules of a policy file. Throws a `UsageError` when there is none or it does not parse. */
export async function loadPolicy(file: string): Promise<PolicyFile> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new UsageError(
      `There is no policy file ${file}; --policy takes a JSON file {"allow": [], "ask": [], "deny": []}.`,
    );
  });
  const { parsePolicy } = await import("@toolwright/workspace");
  const parsed = parsePolicy(text);
  if (parsed.ok) return parsed.policy;
  throw new UsageError(`${file}: ${parsed.message} Mend it and try again.`);
}

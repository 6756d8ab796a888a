import { readFileSync } from "node:fs";
import { z } from "zod";

/** The input of the query tool. */
export const schema = z.object({ query: z.string().describe("the name of a package folder") });
export type Args = z.infer<typeof schema>;

interface Answer {
  readonly name: string;
  readonly license: string;
}

/** Answers that are kept. */
export const cache = new Map<string, Answer>();

/** Reads a package of this repository, and counts how often it had to. */
export function expensiveQuery({ query }: Args): Answer {
  expensiveQuery.count += 1;
  const manifest = JSON.parse(readFileSync(new URL(`../../runtime/${query}/package.json`, import.meta.url), "utf8"));
  const answer = { name: String(manifest.name), license: String(manifest.license) };
  cache.set(query, answer);
  return answer;
}
expensiveQuery.count = 0;

import type { TestProject } from "vitest/node";
import { findPostgres, NO_POSTGRES } from "./find-postgres.ts";
import { startPostgres } from "./postgres-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The address of a PostgreSQL for all tests; empty where there is none. */
    readonly postgres: string;
  }
}

/** One server for all tests that do not break theirs. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (findPostgres() === undefined) {
    console.log(NO_POSTGRES);
    project.provide("postgres", "");
    return async () => undefined;
  }
  const server = await startPostgres({ max_connections: "300" });
  project.provide("postgres", server.url);
  return () => server.end();
}

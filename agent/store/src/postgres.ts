export { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from "./postgres/open-postgres-store.ts";
export type { PostgresLimits } from "./postgres/postgres-limits.ts";

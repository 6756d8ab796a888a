export { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from "./open-postgres-store.ts";
export type { PostgresLimits } from "./postgres-limits.ts";

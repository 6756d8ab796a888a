import { openStore } from "@toolwright/durable";

/** A store by its address: `postgres://…`, or the path of a file. */
export async function openStoreAt(address) {
  if (!address.startsWith("postgres://")) return openStore({ file: address });
  const { openPostgresStore } = await import("@toolwright/postgres");
  return openPostgresStore({ url: address });
}

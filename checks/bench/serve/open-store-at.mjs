import { openStore } from "@toolwright/store";

/** A store by its address: `postgres://…`, or the path of a file. */
export async function openStoreAt(address) {
  if (!address.startsWith("postgres://")) return openStore({ file: address });
  const { openPostgresStore } = await import("@toolwright/store/postgres");
  return openPostgresStore({ url: address });
}

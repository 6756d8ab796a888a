/** A store at a place: the path of a SQLite file, or the address of a PostgreSQL. */
export async function openPlace(place) {
  if (/^postgres(ql)?:\/\//.test(place)) {
    const { openPostgresStore } = await import("@toolwright/store/postgres");
    return openPostgresStore({ url: place });
  }
  const { openStore } = await import("@toolwright/store");
  return openStore({ file: place, pollMs: 20, busyTimeoutMs: 20_000 });
}

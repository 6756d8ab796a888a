import { expect, it } from "vitest";
import { openPostgresStore, withUrlOptions } from "./open-postgres-store.ts";

const url = "postgres://ada:s3cret@127.0.0.1:1/agents";

it.each([
  [{}, /url/],
  [{ url, connectionString: "x" }, /there is no option "connectionString"; /],
  [{ url, max: 3 }, /max.*connections/],
  [{ url, connections: 1 }, /connections/],
  [{ url, leaseMs: 5 }, /leaseMs/],
  [{ url, schema: "pg_catalog" }, /schema/],
  [{ url, schema: 'x"; DROP TABLE y' }, /schema/],
  [{ url, limits: { databaseBytes: 5, eventByte: 3 } }, /eventByte/],
  [{ url, limits: { databaseBytes: 5 } }, /databaseBytes/],
  [{ url: `${url}?leaseMs=soon` }, /leaseMs/],
  [{ url: `${url}?schema=9lives` }, /schema/],
  [{ url: "mysql://ada:s3cret@db" }, /postgres:/],
])("an option that cannot be is refused by name, and quotes no password: %j", async (options, words) => {
  const given: Parameters<typeof openPostgresStore>[0] = JSON.parse(JSON.stringify(options));
  const failure: unknown = await openPostgresStore(given).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(TypeError);
  expect(String(failure)).toMatch(words);
  expect(String(failure)).not.toContain("s3cret");
});

it("options stand in the address, too, and those beside it win", () => {
  const options = withUrlOptions({ url: `${url}?schema=team&leaseMs=1500&sslmode=disable&pollMs=`, leaseMs: 900 });
  expect(options).toEqual({ url: `${url}?sslmode=disable`, schema: "team", leaseMs: 900, pollMs: Number.NaN });
  expect(withUrlOptions({ url })).toEqual({ url });
});

it("a server that is not there is told of within the time for it", async () => {
  const opened = openPostgresStore({ url, retryMs: 100, connectTimeoutMs: 100 });
  await expect(opened).rejects.toMatchObject({ code: "unreachable" });
  await expect(openPostgresStore({ url, retryMs: 0 })).rejects.toThrow(expect.not.stringContaining("s3cret"));
});

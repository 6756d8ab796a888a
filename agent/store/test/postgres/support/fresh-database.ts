import { randomBytes } from "node:crypto";
import pg from "pg";
import { readAddress } from "../../../src/postgres/database/address.ts";
import { Database } from "../../../src/postgres/database/database.ts";

/**
 * A database of its own on this server, also at the second try of a test: the command keeps its conversations in one
 * schema.
 */
export async function freshDatabase(url: string): Promise<string> {
  const name = `t${randomBytes(6).toString("hex")}`;
  const times = { connectTimeoutMs: 5_000, statementTimeoutMs: 30_000, retryMs: 5_000 };
  const database = new Database({ driver: pg, address: readAddress(url), schema: "public", connections: 2, ...times });
  await database.run(`CREATE DATABASE ${name}`);
  await database.close();
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

import type pg from "pg";

/** The driver of PostgreSQL. */
export type Driver = typeof pg;

/** Loads the driver. Throws one sentence where it is not installed. */
export async function loadDriver(
  load: () => Promise<{ readonly default: Driver }> = () => import("pg"),
): Promise<Driver> {
  try {
    return (await load()).default;
  } catch (cause) {
    const message = "A store in PostgreSQL needs its driver, which is not installed: npm install pg";
    throw new Error(message, { cause });
  }
}

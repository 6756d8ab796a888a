import { expect, it } from "vitest";
import { loadDriver } from "./load-driver.ts";

it("says in one sentence which package PostgreSQL needs where it is not installed", async () => {
  const missing = () => import(["pg", "that", "nobody", "has"].join("-"));
  await expect(loadDriver(missing)).rejects.toThrow(
    "A store in PostgreSQL needs its driver, which is not installed: npm install pg",
  );
});

it("loads the driver where it is", async () => {
  expect(typeof (await loadDriver()).Pool).toBe("function");
});

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, vi } from "vitest";
import { patientFetch } from "./patient-fetch.ts";

it("carries a request by a dispatcher of its own, which has no limit that Node's has", async () => {
  const server = createServer((_request, response) => void setTimeout(() => response.end("late"), 50));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const seen = vi.spyOn(globalThis, "fetch");
  const response = await patientFetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "x" });
  expect(await response.text()).toBe("late");
  const usual: unknown = Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.1"));
  const own: unknown = Reflect.get(Object(seen.mock.lastCall?.[1]), "dispatcher");
  expect(own).toBeInstanceOf(Object(usual).constructor);
  expect(own).not.toBe(usual);
  expect(seen.mock.lastCall?.[1]).toMatchObject({ method: "POST", body: "x" });
  server.close();
  server.closeAllConnections();
});

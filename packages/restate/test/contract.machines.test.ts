import { describe, inject } from "vitest";
import { hostContract } from "../../core/test/host-contract.ts";
import { createRestateHost } from "../src/index.ts";
import { freePort } from "./support/restate-server.ts";

const engine = inject("restate");

describe.skipIf(engine === undefined)("Restate", async () => {
  if (engine === undefined) return;
  const port = await freePort();
  const address = `restate://127.0.0.1:${engine.ingress}?admin=${engine.admin}&worker=http://127.0.0.1:${port}`;
  hostContract("an engine of its own", (handler) =>
    createRestateHost({ engine: address, application: "Contract", ...(handler && { handler }) }),
  );
});

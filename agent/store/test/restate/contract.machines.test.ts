import { beforeEach, describe, inject } from "vitest";
import { hostContract } from "../../../../runtime/core/test/host-contract.ts";
import { createRestateHost } from "../../src/restate.ts";
import { freshApplication } from "./support/fresh-application.ts";

const engine = inject("restate");

describe.skipIf(engine === undefined)("Restate", () => {
  let own = { engine: "", application: "" };
  beforeEach(async () => {
    own = await freshApplication();
  });
  hostContract("an engine of its own", (handler) => createRestateHost({ ...own, ...(handler && { handler }) }));
});

import { describe, inject } from "vitest";
import { storeContract } from "../../durable/test/contract/index.ts";
import { placeIn } from "./support/postgres-place.ts";

const url = inject("postgres");

describe.skipIf(url === "")("PostgreSQL", () => {
  storeContract({
    name: "PostgreSQL",
    module: new URL("./support/postgres-place.ts", import.meta.url),
    makePlace: () => ({ address: placeIn(url), remove: () => undefined }),
  });
});

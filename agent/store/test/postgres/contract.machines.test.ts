import { describe, inject } from "vitest";
import { storeContract } from "../contract/index.ts";
import { postgresAt } from "./support/postgres-place.ts";

const url = inject("postgres");

describe.skipIf(url === "")("PostgreSQL", () => storeContract(postgresAt(url)));

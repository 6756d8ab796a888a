import { beforeEach, describe, inject } from "vitest";
import { postgresAt } from "../../../agent/store/test/postgres/support/postgres-place.ts";
import { ran, storedTaskContract, taskContract } from "./task-contract.ts";

const url = inject("postgres");
beforeEach(() => {
  ran.length = 0;
});

describe.skipIf(url === "")("tasks of an MCP server", () => {
  taskContract("PostgreSQL", postgresAt(url));
  storedTaskContract(postgresAt(url));
});

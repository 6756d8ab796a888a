import { beforeEach, describe, inject } from "vitest";
import { ran, taskContract } from "../../../../runtime/mcp/test/task-contract.ts";
import { fresh } from "../contract/under-test.ts";
import { postgresAt } from "../postgres/support/postgres-place.ts";
import { storedTaskContract } from "./stored-task-contract.ts";

const url = inject("postgres");
beforeEach(() => {
  ran.length = 0;
});

describe.skipIf(url === "")("tasks of an MCP server", () => {
  taskContract("PostgreSQL", () => fresh(postgresAt(url)));
  storedTaskContract(postgresAt(url));
});

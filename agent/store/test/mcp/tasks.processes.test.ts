import { beforeEach } from "vitest";
import { ran, taskContract } from "../../../../runtime/mcp/test/task-contract.ts";
import { sqlite } from "../contract/sqlite.ts";
import { fresh } from "../contract/under-test.ts";
import { storedTaskContract } from "./stored-task-contract.ts";

beforeEach(() => {
  ran.length = 0;
});

taskContract("SQLite", () => fresh(sqlite));
storedTaskContract(sqlite);

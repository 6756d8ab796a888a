import { otherProcessesContract } from "./contract/index.ts";
import { sqlite } from "./contract/sqlite.ts";

otherProcessesContract(sqlite);

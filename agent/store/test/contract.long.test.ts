import { connectionsContract } from "./contract/index.ts";
import { sqlite } from "./contract/sqlite.ts";

connectionsContract(sqlite);

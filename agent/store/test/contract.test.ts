import { storeContract } from "./contract/index.ts";
import { sqlite } from "./contract/sqlite.ts";

storeContract(sqlite);

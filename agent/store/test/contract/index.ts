import { describe } from "vitest";
import { approvalsContract } from "./approvals.ts";
import { changesContract } from "./changes.ts";
import { forksContract } from "./forks.ts";
import { historyContract } from "./history.ts";
import { journalsContract } from "./journal.ts";
import { leasesContract } from "./leases.ts";
import { ownersContract } from "./owners.ts";
import { processesContract } from "./processes.ts";
import { quarantineContract } from "./quarantine.ts";
import { ratingsContract } from "./ratings.ts";
import { recordsContract } from "./records.ts";
import { runsContract } from "./runs.ts";
import { searchContract } from "./search.ts";
import { steersContract } from "./steers.ts";
import { threadsContract } from "./threads.ts";
import { toldContract } from "./told.ts";
import type { StoreUnderTest } from "./under-test.ts";

/**
 * What every store must do, wherever it keeps things: with several connections, several processes, and some that are
 * killed.
 */
export function storeContract(of: StoreUnderTest): void {
  connectionsContract(of);
  otherProcessesContract(of);
}

/** The part of it in which all connections are of this process. */
export function connectionsContract(of: StoreUnderTest): void {
  describe(`${of.name} is a store:`, () => {
    threadsContract(of);
    forksContract(of);
    ownersContract(of);
    journalsContract(of);
    historyContract(of);
    approvalsContract(of);
    searchContract(of);
    leasesContract(of);
    recordsContract(of);
    ratingsContract(of);
    runsContract(of);
    steersContract(of);
    changesContract(of);
    toldContract(of);
  });
}

/** The part of it for which processes are started, and killed. */
export function otherProcessesContract(of: StoreUnderTest): void {
  describe(`${of.name} is a store:`, () => {
    quarantineContract(of);
    processesContract(of);
  });
}

import type { StandardSchemaV1 } from "@modelcontextprotocol/client";
import type { Json } from "@toolwright/core";

/** Takes whatever a server sends: what it should be is judged where it is read. */
export const ANYTHING: StandardSchemaV1<unknown, Json> = {
  "~standard": { version: 1, vendor: "toolwright", validate: (value) => ({ value: value as Json }) },
};

/** Deadlines are the caller's: the SDK's own is set to the longest that a timer takes, in milliseconds. */
export const NO_TIMEOUT = 2_147_483_647;

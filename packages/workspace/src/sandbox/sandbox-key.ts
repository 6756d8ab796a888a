import type { DependencyKey } from "@toolwright/core";
import type { Sandbox } from "./sandbox.port.ts";

/** What `bash` runs commands in. Without an override: no sandbox. */
export const SANDBOX: DependencyKey<Sandbox | undefined> = {
  id: "toolwright.sandbox",
  scope: "run",
  create: () => undefined,
};

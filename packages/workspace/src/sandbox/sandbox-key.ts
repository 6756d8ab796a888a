import type { DependencyKey } from "@toolwright/core";
import type { Sandbox } from "./sandbox.port.ts";

/** What `bash` runs commands in; `off`: in nothing, because somebody wants it so. */
export type BashSandbox = Sandbox | "off";

/** What `bash` runs commands in. Without an override: the sandbox of this machine for the workspace, where there is one. */
export const SANDBOX: DependencyKey<BashSandbox | undefined> = {
  id: "toolwright.sandbox",
  scope: "run",
  create: () => undefined,
};

import type { Permissions } from "../permissions/create-permissions.ts";
import type { ReadGuard } from "./read-guard.port.ts";

/** Hides what `read` would not be allowed to show without asking. */
export function permissionGuard(permissions: Pick<Permissions, "decide">): ReadGuard {
  return {
    async mayRead(path) {
      const { verdict } = await permissions.decide("read", { file_paths: [path] }, "read");
      return verdict === "allow";
    },
  };
}

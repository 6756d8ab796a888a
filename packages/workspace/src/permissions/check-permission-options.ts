import {
  aBoolean,
  aFunction,
  anArray,
  aText,
  checkOptions,
  either,
  listOf,
  oneOf,
  withFunctions,
} from "@toolwright/core/internal";
import type { PermissionOptions } from "./create-permissions.ts";

/** Throws a `TypeError` for an option that does not exist or cannot be: misspelt rules would be none. */
export function checkPermissionOptions(options: PermissionOptions): void {
  checkOptions<PermissionOptions>(options, {
    of: "createPermissions",
    rules: {
      root: aText,
      home: aText,
      policies: {
        form: 'an array of policies: [{ scope: "cli", policy: { deny: ["Bash(rm:*)"] } }]',
        fits: anArray.fits,
      },
      builtins: oneOf("all", "tools", "none"),
      ownDirectories: listOf("an array of absolute directories", aText),
      foldCase: aBoolean,
      cwd: aText,
      shells: withFunctions("a ShellDirectories: new ShellDirectories()", "directoriesIn"),
      mode: oneOf("default", "plan", "accept-edits", "deny-asks"),
      sandboxed: either(aBoolean, aFunction),
      realPaths: withFunctions("real paths: nodeRealPaths()", "realPath"),
    },
    otherNames: {
      policy: 'policies: [{ scope: "cli", policy }]',
      rules: 'policies: [{ scope: "cli", policy: { allow, ask, deny } }]',
      allow: 'policies: [{ scope: "cli", policy: { allow } }]',
      deny: 'policies: [{ scope: "cli", policy: { deny } }]',
      ask: 'policies: [{ scope: "cli", policy: { ask } }]',
      permissionMode: "mode",
      sandbox: "sandboxed",
    },
    needed: ["root", "home"],
  });
}

import {
  aBoolean,
  aFunction,
  aText,
  checkOptions,
  either,
  listOf,
  nested,
  type OptionRule,
  oneOf,
  withFunctions,
} from "@toolwright/core/internal";
import type { ScopedPolicy } from "@toolwright/shell-judge";
import type { PermissionOptions } from "./create-permissions.ts";

const EFFECTS = ["allow", "ask", "deny"];

const aPolicyFile: OptionRule = {
  form: "what readPolicy({ allow, ask, deny }) or parsePolicy(text) gave as its policy",
  fits: (value) => EFFECTS.every((effect) => isListOfEntries(Reflect.get(Object(value), effect))),
};

const aScopedPolicy = nested<ScopedPolicy>(
  { scope: oneOf("managed", "user", "project", "local", "program", "cli"), policy: aPolicyFile, trusted: aBoolean },
  { needed: ["scope", "policy"] },
);

/** Throws a `TypeError` for an option that does not exist or cannot be: misspelt rules would be none. */
export function checkPermissionOptions(options: PermissionOptions): void {
  checkOptions<PermissionOptions>(options, {
    of: "createPermissions",
    rules: {
      root: aText,
      home: aText,
      policies: listOf('an array of policies: [{ scope: "cli", policy: readPolicy({ deny }).policy }]', aScopedPolicy),
      builtins: oneOf("all", "tools", "none"),
      ownDirectories: listOf("an array of absolute directories", aText),
      foldCase: aBoolean,
      keepsChanges: oneOf(true, false, "edits"),
      foreseeChanges: aFunction,
      cwd: aText,
      shells: withFunctions("a ShellDirectories: new ShellDirectories()", "directoriesIn"),
      mode: oneOf("default", "plan", "accept-edits", "deny-asks"),
      sandboxed: either(oneOf(true, false, "keeps-files"), aFunction),
      platform: aText,
      realPaths: withFunctions("real paths: nodeRealPaths()", "realPath"),
    },
    otherNames: {
      policy: 'policies: [{ scope: "cli", policy }]',
      allow: 'policies: [{ scope: "cli", policy: { allow } }]',
      deny: 'policies: [{ scope: "cli", policy: { deny } }]',
      ask: 'policies: [{ scope: "cli", policy: { ask } }]',
    },
    needed: ["root", "home"],
  });
}

function isListOfEntries(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => typeof Object(entry).rule === "string");
}

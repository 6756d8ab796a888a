import { afterAll, expect, it } from "vitest";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

/** A module that makes a package look as if nobody had installed it. */
const without = (name: string) =>
  `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== ${JSON.stringify(name)}) return next(specifier, context);
      throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
    },
  });
`)}`;

it.each([
  {
    what: "the driver of PostgreSQL",
    name: "pg",
    args: ["threads", "--store", "postgres://ada:secret@127.0.0.1:1/agents"],
    said: "toolwright: --store: A store in PostgreSQL needs its driver, which is not installed: npm install pg\n",
  },
  {
    what: "the SDK of Restate",
    name: "@restatedev/restate-sdk",
    args: ["serve", "--model", "offline", "--port", "0", "--store", "s.sqlite", "--engine", "restate://127.0.0.1:1"],
    said: "toolwright: --engine: Runs on Restate need its SDK, which is not installed: npm install @restatedev/restate-sdk\n",
  },
])("says what to install where $what is missing", async ({ name, args, said }) => {
  const cwd = await folder({});
  const env = { NODE_OPTIONS: `--import=${without(name)}` };
  const { code, stdout, stderr } = await toolwright(args, { cwd, env, isAlone: true });
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: said });
});

#!/usr/bin/env node
// A file of its own, because npm links a command only when its target exists, and `dist` is made after linking.
import { existsSync } from "node:fs";
import module from "node:module";

// Compiled code is kept between uses, where Node can (22.8 and later): half of the time to start.
module.enableCompileCache?.();
const main = new URL("../dist/main.js", import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  console.error("toolwright is not built yet. Run `npm ci` (or `npx tsc -b`) in the repository first.");
  process.exitCode = 2;
}

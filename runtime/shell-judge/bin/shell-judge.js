#!/usr/bin/env node
// A file of its own, because npm links a command only when its target exists, and `dist` is made after linking.
import { main } from "../dist/main.js";

process.exitCode = main(process.argv.slice(2));

// Turns that outlive a process, on one machine.
export { createLocalHost, type LocalHostOptions } from "./local-host/create-local-host.ts";

import { spawn } from "node:child_process";
import type { Arguments } from "../workspace/processes.port.ts";

const TIMEOUT_MS = 5_000;

/** Starts a program and waits for its end: undefined when it exited with 0, else why not, in one line. */
export function probe([program, ...args]: Arguments): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"], timeout: TIMEOUT_MS });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      said = (said + chunk).slice(0, 1_000);
    });
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => {
      if (code === 0) resolve(undefined);
      else resolve(said.trim().split("\n")[0] || (signal === null ? `exit ${code}` : `killed by ${signal}`));
    });
  });
}

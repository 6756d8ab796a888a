import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "@toolwright/core";
import type { Incident, Outcome } from "./judge-incidents.ts";

/** Another program with rules of its own, which are tried on the same calls. It is no dependency. */
export const ELSEWHERE = { program: "gemini-cli", package: "@google/gemini-cli-core", version: "0.61.0" } as const;

/** Where it is looked for unless a folder is named: `npm install --prefix FOLDER` puts it there. */
export const PACKAGES = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "toolwright-incidents");

/** As it calls them. */
const MODES = ["default", "autoEdit", "yolo"] as const;

/** What its rules say of each incident, by mode and link. */
export type Said = Readonly<Record<(typeof MODES)[number], Readonly<Record<string, Outcome>>>>;

const KEPT = join(import.meta.dirname, "elsewhere.json");

/** Asks it anew where it is there, and keeps the answers; else those that were kept. */
export function judgedElsewhere(incidents: readonly Incident[], packages: string): Said {
  const source = join(packages, "node_modules", ELSEWHERE.package, "dist/src");
  if (!existsSync(source)) return keptElsewhere();
  const input = JSON.stringify(incidents.map(({ call }) => asCalledThere(call)));
  const program = join(import.meta.dirname, "ask-gemini.mjs");
  const stdio: ["pipe", "pipe", "ignore"] = ["pipe", "pipe", "ignore"];
  const told = execFileSync(process.execPath, [program, source, ...MODES], { input, stdio, encoding: "utf8" });
  const decisions: Readonly<Record<(typeof MODES)[number], readonly (keyof typeof OUTCOMES)[]>> = JSON.parse(
    told.trim().split("\n").at(-1) ?? "",
  );
  const byLink = (mode: (typeof MODES)[number]) =>
    Object.fromEntries(incidents.map(({ link }, index) => [link, OUTCOMES[decisions[mode][index] ?? "deny"]]));
  const said = { default: byLink("default"), autoEdit: byLink("autoEdit"), yolo: byLink("yolo") };
  writeFileSync(KEPT, `${JSON.stringify(said, null, 2)}\n`);
  return said;
}

/** What it said when it was asked last. */
export function keptElsewhere(): Said {
  return JSON.parse(readFileSync(KEPT, "utf8"));
}

const OUTCOMES = { allow: "open", ask_user: "asked", deny: "stopped" } as const;

function asCalledThere({ name, arguments: given }: Incident["call"]): {
  readonly name: string;
  readonly args: JsonObject;
} {
  const { command = "", file_path: path = "", file_paths: paths = [path], content = "" } = given;
  if (name === "bash") return { name: "run_shell_command", args: { command } };
  const [first = ""] = Array.isArray(paths) ? paths : [];
  if (name === "read") return { name: "read_file", args: { file_path: first } };
  return { name: "write_file", args: { file_path: path, content } };
}

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromiumPath } from "../../agent/web/test/support/browser.ts";

const REGISTRY = resolve(import.meta.dirname, ".");
const npm = (name: string, file: string) => join(REGISTRY, "node_modules", name, file);
const pypi = (name: string) => join(REGISTRY, ".venv/bin", name);

/** Installs the servers in the versions of the lock files; what is in the way, where they cannot be. */
export function installServers(): string | undefined {
  if (!existsSync(npm("@playwright/mcp", "package.json"))) {
    const { status, stderr } = run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    if (status !== 0) return stderr;
  }
  if (existsSync(pypi("mcp-server-time"))) return installReadability();
  const made = run("python3", ["-m", "venv", ".venv"]);
  const { status, stderr } =
    made.status === 0 ? run(".venv/bin/pip", ["install", "-q", "-r", "requirements.txt"]) : made;
  return status === 0 ? installReadability() : stderr;
}

/**
 * `mcp-server-fetch` reads pages with a package of npm. It would install it itself in the middle of its first call, for
 * as long as npm tries, which is minutes where npm finds no registry.
 */
function installReadability(): string | undefined {
  const where = "import os, readabilipy; print(os.path.join(os.path.dirname(readabilipy.__file__), 'javascript'))";
  const found = run(pypi("python"), ["-c", where]);
  const folder = found.stdout.trim();
  if (found.status !== 0) return found.stderr;
  if (existsSync(join(folder, "node_modules"))) return undefined;
  const { status, stderr } = run("npm", ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"]);
  return status === 0 ? undefined : stderr;
}

function run(command: string, args: readonly string[]) {
  return spawnSync(command, args, { cwd: REGISTRY, encoding: "utf8" });
}

/** How a server is started. */
export interface RegistryServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** All of them, at work in one folder that is a git repository. */
export function registryServers(root: string): Readonly<Record<string, RegistryServer>> {
  const node = (name: string, file: string, ...args: string[]) => ({
    command: process.execPath,
    args: [npm(name, file), ...args],
  });
  return {
    files: node("@modelcontextprotocol/server-filesystem", "dist/index.js", root),
    every: node("@modelcontextprotocol/server-everything", "dist/index.js"),
    memory: {
      ...node("@modelcontextprotocol/server-memory", "dist/index.js"),
      env: { MEMORY_FILE_PATH: join(root, "memory.json") },
    },
    git: { command: pypi("mcp-server-git"), args: ["--repository", root] },
    time: { command: pypi("mcp-server-time"), args: [] },
    fetch: { command: pypi("mcp-server-fetch"), args: ["--ignore-robots-txt", "--allow-private-ips"] },
    browser: node("@playwright/mcp", "cli.js", ...browserFlags(root)),
  };
}

/** The browser of this machine. Its own sandbox does not work for root. */
function browserFlags(root: string): string[] {
  const path = chromiumPath === undefined ? [] : ["--executable-path", chromiumPath];
  const isRoot = process.getuid?.() === 0;
  return [
    "--headless",
    "--isolated",
    "--output-dir",
    join(root, "pages"),
    ...path,
    ...(isRoot ? ["--no-sandbox"] : []),
  ];
}

/** A call of one of the servers, and a word of what it answers. */
export interface RegistryCall {
  readonly server: string;
  /** What is installed from npm or PyPI. */
  readonly package: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly says: string;
}

/** One call for each server; `url` is a page of this machine that says "A page of this machine". */
export function registryCalls(root: string, url: string): readonly RegistryCall[] {
  const official = "@modelcontextprotocol/server-";
  const entities = [{ name: "Ada", entityType: "person", observations: ["writes"] }];
  const note = { path: join(root, "made.txt"), content: "made" };
  return [
    { server: "files", package: `${official}filesystem`, tool: "write_file", args: note, says: "made.txt" },
    { server: "every", package: `${official}everything`, tool: "echo", args: { message: "hello" }, says: "hello" },
    { server: "memory", package: `${official}memory`, tool: "create_entities", args: { entities }, says: "entities" },
    { server: "git", package: "mcp-server-git", tool: "git_status", args: { repo_path: root }, says: "note.txt" },
    {
      server: "time",
      package: "mcp-server-time",
      tool: "get_current_time",
      args: { timezone: "Europe/Oslo" },
      says: "Europe/Oslo",
    },
    { server: "fetch", package: "mcp-server-fetch", tool: "fetch", args: { url }, says: "A page of this machine" },
    {
      server: "browser",
      package: "@playwright/mcp",
      tool: "browser_navigate",
      args: { url },
      says: "The page's title",
    },
  ];
}

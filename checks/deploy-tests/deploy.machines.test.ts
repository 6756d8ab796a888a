import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { findPostgres } from "../../agent/store/test/postgres/support/find-postgres.ts";
import { freshDatabase } from "../../agent/store/test/postgres/support/fresh-database.ts";
import { engineFor } from "../../agent/store/test/restate/support/fresh-application.ts";
import { freePort, restateProgram } from "../../agent/store/test/restate/support/restate-server.ts";

const engine = inject("restate");
const database = inject("postgres");
const ROOT = join(import.meta.dirname, "../..");
const PROGRAM = join(ROOT, "agent/cli/bin/toolwright.js");
const fileOf = (name: string) => readFileSync(join(ROOT, "examples/deploy", name), "utf8");

/**
 * `text` with each of these in another one's place. Fails for what is not there: then the file has changed, and so must
 * this.
 */
function instead(text: string, pairs: Readonly<Record<string, string>>): string {
  return Object.entries(pairs).reduce((changed, [old, young]) => {
    expect(changed).toContain(old);
    return changed.replaceAll(old, young);
  }, text);
}

/** The values of the lines `name=…` of a unit. */
const linesOf = (unit: string, name: string) =>
  unit.split("\n").flatMap((line) => (line.startsWith(`${name}=`) ? [line.slice(name.length + 1)] : []));

/** What stands under `command: >-`, as compose gives it to `sh`. */
function commandOf(compose: string): string {
  const lines = compose.slice(compose.indexOf("command: >-")).split("\n").slice(1);
  const end = lines.findIndex((line) => !line.startsWith("      "));
  return lines
    .slice(0, end)
    .map((line) => line.trim())
    .join(" ")
    .replaceAll("$$", "$");
}

function scene() {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-deploy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const work = join(folder, "work");
  mkdirSync(work);
  writeFileSync(join(work, "a.txt"), "hello\n");
  writeFileSync(join(folder, "token"), "the-token-of-the-test\n");
  // What lies on PATH of an image or a machine.
  const program = join(folder, "toolwright");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
  chmodSync(program, 0o755);
  const run = (command: string, more: Readonly<Record<string, string>> = {}): ChildProcess => {
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, XDG_STATE_HOME: folder, ...more };
    const child = spawn("/bin/sh", ["-c", command], {
      env,
      cwd: folder,
      detached: true,
      stdio: ["ignore", "ignore", "inherit"],
    });
    onTestFinished(() => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    });
    return child;
  };
  return { folder, work, program, run };
}

const engineAt = (worker: number) => `${engineFor(worker)}&listen=127.0.0.1:${worker}`;

/** Somebody with the token asks what is in the folder. */
async function answers(port: number): Promise<void> {
  const url = `http://127.0.0.1:${port}`;
  const isThere = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isThere).toBe(true);
  const headers = { authorization: "Bearer the-token-of-the-test", "content-type": "application/json" };
  const said = { messages: [{ role: "user", content: [{ type: "text", text: "list the files" }] }] };
  const answer = await fetch(`${url}/api/chat`, { method: "POST", headers, body: JSON.stringify(said) });
  expect(await answer.text()).toContain("a.txt");
}

describe.skipIf(engine === undefined || database === "")("what lies in examples/deploy/", () => {
  it("starts servers as compose does, over the database and the engine", async () => {
    const { folder, work, run } = scene();
    const { username, password, host, pathname } = new URL(await freshDatabase(database));
    writeFileSync(join(folder, "database"), `${password}\n`);
    const [port, worker] = [await freePort(), await freePort()];
    const command = instead(commandOf(fileOf("compose.yaml")), {
      "serve --host 0.0.0.0": `serve --host 127.0.0.1 --port ${port}`,
      "/run/secrets": folder,
      "--workspace /work": `--workspace ${work}`,
      "toolwright:$(cat": `${username}:$(cat`,
      "@postgres/toolwright": `@${host}${pathname}`,
      "restate://restate:8080?worker=http://agent:9080&listen=0.0.0.0:9080": engineAt(worker),
    });
    run(command);
    await answers(port);
  });

  it("starts servers as systemd does", async () => {
    const { folder, work, run } = scene();
    const port = await freePort();
    const [start = ""] = linesOf(fileOf("toolwright@.service"), "ExecStart");
    const words = instead(start, { "/usr/local/bin/": "", "%i": String(port), "/srv/toolwright": work });
    // systemd puts the value of a variable in its place as one word, whatever is in it.
    const quoted = words.replaceAll(/(\$\{\w+\}\S*)/g, '"$1"');
    run(`exec ${quoted}`, {
      CREDENTIALS_DIRECTORY: folder,
      STORE: await freshDatabase(database),
      ENGINE: engineAt(await freePort()),
    });
    await answers(port);
  });

  it("starts the engine as systemd does, which takes every setting of its unit, and of compose", async () => {
    const { folder, run } = scene();
    const program = restateProgram() ?? "";
    const unit = fileOf("restate.service");
    const [start = ""] = linesOf(unit, "ExecStart");
    const command = instead(start, {
      "/usr/local/bin/restate-server": program,
      "/var/lib/restate": join(folder, "engine"),
    });
    const variables = linesOf(unit, "Environment").map((line) => line.split("="));
    const compose = [...fileOf("compose.yaml").matchAll(/^ {6}(RESTATE_\w+): "?([^"\n]+)/gm)];
    expect(compose.length).toBeGreaterThan(2);
    for (const given of [variables, compose.map(([, name = "", value = ""]) => [name, value])]) {
      const env = { ...process.env, ...Object.fromEntries(given) };
      const words = ["--base-dir", join(folder, "looked-at"), "--dump-config"];
      const config = execFileSync(program, words, { env, encoding: "utf8" });
      expect(config).toMatch(/http2-keep-alive-interval = "1s"/);
      expect(config).toMatch(/http2-keep-alive-timeout = "1s"/);
    }
    const ports = { ingress: await freePort(), admin: await freePort(), node: await freePort() };
    const moved = Object.entries({ INGRESS__: ports.ingress, ADMIN__: ports.admin, "": ports.node });
    const addresses = moved.map(([part, port]) => [`RESTATE_${part}BIND_ADDRESS`, `127.0.0.1:${port}`]);
    expect(variables.map(([name]) => name)).toEqual(expect.arrayContaining(addresses.map(([name]) => name)));
    run(`exec ${command}`, { ...Object.fromEntries(variables), ...Object.fromEntries(addresses) });
    const health = () =>
      fetch(`http://127.0.0.1:${ports.admin}/health`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(health).toBe(200);
  });

  it("asks PostgreSQL whether it is there", () => {
    const { hostname, port } = new URL(database);
    const [, words = ""] = /test: \["CMD", (.*)\]/.exec(fileOf("compose.yaml")) ?? [];
    const [name = "", ...rest]: string[] = JSON.parse(`[${words}]`);
    const asked = spawnSync(join(findPostgres() ?? "", name), rest, { env: { PGHOST: hostname, PGPORT: port } });
    expect(asked.status).toBe(0);
  });

  it("has units that systemd accepts", ({ skip }) => {
    if (spawnSync("systemd-analyze", ["--version"]).error !== undefined) skip("systemd-analyze is missing");
    const { folder, program } = scene();
    for (const [name, as] of [
      ["restate.service", "restate.service"],
      ["toolwright@.service", "toolwright@8787.service"],
    ] as const) {
      // It looks for the program.
      const unit = fileOf(name).replace(/\/usr\/local\/bin\/\S+/, program);
      writeFileSync(join(folder, as), unit);
      const said = spawnSync("systemd-analyze", ["verify", "--man=no", join(folder, as)], { encoding: "utf8" });
      expect([said.stderr, said.status]).toEqual(["", 0]);
    }
  });
});

import { spawnSync } from "node:child_process";
import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { scripted } from "@toolwright/models";
import { createAgentServer } from "@toolwright/server";
import { openStore, type Store } from "@toolwright/store";
import { expect, it, onTestFinished } from "vitest";
import { databaseFile, QUIET, startTestServer, TOKEN } from "./support/test-server.ts";

const answerOf = async (answering: Promise<Response>) => {
  const response = await answering;
  return [response.status, await response.json()];
};
const READY = [200, { status: "ok" }];
const NOT_READY = [503, { status: "unavailable" }];

it("is ready and alive, which anybody may ask, and says so in one word", async () => {
  const { url } = await startTestServer();
  for (const path of ["/healthz", "/readyz"]) expect(await answerOf(fetch(`${url}${path}`))).toEqual(READY);
});

it("is not ready while its database cannot be written to, says why in the log once, and answers on", async () => {
  const logged: unknown[] = [];
  const logger = {
    ...QUIET,
    error: (...line: unknown[]) => void logged.push(line),
    info: (...line: unknown[]) => void logged.push(line),
  };
  const { url, file, send } = await startTestServer({ store: { busyTimeoutMs: 1 }, server: { logger } });
  const other = new DatabaseSync(file);
  other.exec("BEGIN IMMEDIATE");
  await expect.poll(() => answerOf(fetch(`${url}/readyz`))).toEqual(NOT_READY);
  await expect.poll(() => answerOf(fetch(`${url}/readyz`))).toEqual(NOT_READY);
  expect(await answerOf(fetch(`${url}/healthz`))).toEqual(READY);
  const numbers = await (await send("/metrics")).text();
  expect(numbers).toContain("toolwright_store_up 0");
  expect(numbers).toMatch(/toolwright_store_errors_total\{code="busy"\} [1-9]/);
  other.close();
  await expect.poll(() => answerOf(fetch(`${url}/readyz`))).toEqual(READY);
  const said = logged.filter((line) => /^The store/.test(String(Object(line)[0])));
  expect(said).toEqual([
    ["The store cannot be read or written", { error: expect.objectContaining({ code: "busy" }) }],
    ["The store can be read and written again"],
  ]);
});

it("is not ready where the file of its database is gone: what is stored then is lost", async () => {
  const { url, file } = await startTestServer();
  expect(await answerOf(fetch(`${url}/readyz`))).toEqual(READY);
  renameSync(file, `${file}.moved`);
  await expect.poll(() => answerOf(fetch(`${url}/readyz`))).toEqual(NOT_READY);
  renameSync(`${file}.moved`, file);
  await expect.poll(() => answerOf(fetch(`${url}/readyz`))).toEqual(READY);
});

it("answers both, and its numbers, while a store hangs", async () => {
  const never = () => new Promise<never>(() => undefined);
  const own = openStore({ file: databaseFile() });
  onTestFinished(() => own.close());
  const approvals = new Proxy(own.approvals, { get: (_, key) => (key === "list" ? never : undefined) });
  const store: Store = new Proxy(own, {
    get: (target, key) => (key === "approvals" ? approvals : key === "probe" ? never : Reflect.get(target, key)),
  });
  const agent = { model: "script:test", config: () => ({ model: scripted([]) }) };
  const server = createAgentServer({ agent, store, token: TOKEN, logger: QUIET });
  const ask = (path: string) =>
    server.fetch(new Request(`http://127.0.0.1${path}`, { headers: { authorization: `Bearer ${TOKEN}` } }));
  expect(await answerOf(ask("/readyz"))).toEqual(NOT_READY);
  expect(await answerOf(ask("/healthz"))).toEqual(READY);
  const numbers = await ask("/metrics");
  expect(numbers.status).toBe(200);
  expect(await numbers.text()).toMatch(/toolwright_store_up 0[\s\S]*# TYPE toolwright_approvals_pending gauge\n#/);
});

const DEPLOY = join(import.meta.dirname, "../../../examples/deploy");
const deployed = (name: string) => readFileSync(join(DEPLOY, name), "utf8");

it("tells all numbers by which deploy/ alerts, and is asked for its health there", async () => {
  const { send } = await startTestServer();
  const numbers = await (await send("/metrics")).text();
  const known = new Set(numbers.match(/(?<=^# TYPE )\S+/gm));
  const asked = new Set(deployed("alerts.yaml").match(/\btoolwright_\w+/g));
  expect(asked.size).toBeGreaterThan(5);
  expect([...asked].filter((name) => !known.has(name))).toEqual([]);
  expect(deployed("compose.yaml")).toContain("http://127.0.0.1:8787/readyz");
});

it.skipIf(spawnSync("promtool", ["--version"]).error !== undefined)("has rules that Prometheus reads", () => {
  const { status, stdout, stderr } = spawnSync("promtool", ["check", "rules", join(DEPLOY, "alerts.yaml")]);
  expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining("rules found")]);
});

it("is given ten seconds more to end in examples/deploy/ than its calls have", () => {
  const [, compose] = /stop_grace_period: (\d+)s/.exec(deployed("compose.yaml")) ?? [];
  const [, systemd] = /TimeoutStopSec=(\d+)/.exec(deployed("toolwright@.service")) ?? [];
  const command = readFileSync(join(import.meta.dirname, "../../cli/src/commands/add-serve.ts"), "utf8");
  const [, drain] = /drainOf\)\s*\.default\((\d+)\)/.exec(command) ?? [];
  expect([compose, systemd]).toEqual([String(Number(drain) + 10), String(Number(drain) + 10)]);
});

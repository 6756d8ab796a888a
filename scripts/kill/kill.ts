import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { CHANNEL, openHost, openScene, type Scene } from "./scene.ts";
import { judge, type Verdict } from "./verdict.ts";

export interface KillOptions {
  readonly kills: number;
  /** `postgres://…`; left out: a SQLite file. */
  readonly postgres?: string;
  /** What starts turns: the address of an engine, or a file for a local host. Left out: workers take runs up by their leases. */
  readonly engine?: string;
  /** Also kills and starts again what is under the workers, every so many kills. */
  readonly restartEvery?: number;
  readonly restart?: () => Promise<void>;
  readonly seed?: number;
}

export interface KillVerdict extends Verdict {
  readonly kills: number;
  /** Of them, workers that died at a write to a journal. */
  readonly atWrites: number;
  readonly restarts: number;
  readonly seconds: number;
}

const WORKERS = 2;
const CONVERSATIONS = 4;

/** Kills workers, with signal 9, while they do turns, until so many were killed; then lets the turns end and judges. */
export async function killWorkers(options: KillOptions): Promise<KillVerdict> {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-kill-"));
  const began = performance.now();
  const scene: Scene = {
    store: options.postgres ?? join(folder, "store.db"),
    engine: options.engine ?? "",
    effects: join(folder, "effects"),
    conversations: Array.from({ length: CONVERSATIONS }, () => crypto.randomUUID()),
    turns: 2 + options.kills,
    dieAt: 0,
  };
  writeFileSync(scene.effects, "");
  const store = await openScene(scene);
  const workers = new Workers(scene, options.seed ?? 1);
  try {
    await workers.fill();
    const ended = options.engine === undefined ? untilIdle() : startTurns(options.engine, scene);
    let isEnded = false;
    void ended.then(() => (isEnded = true));
    const restarts = await workers.killAll(options, () => isEnded);
    workers.isPeaceful = true;
    await workers.fill();
    await ended;
    const verdict = await judge(scene, store);
    const { kills, atWrites } = workers;
    return { kills, atWrites, restarts, seconds: Math.round((performance.now() - began) / 1_000), ...verdict };
  } finally {
    workers.stop();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }

  async function untilIdle(): Promise<void> {
    for (;;) {
      const states = await Promise.all(
        scene.conversations.map(async (chatId) => {
          const conversation = { channel: CHANNEL, chatId };
          const thread = await store.threads.get(conversation);
          const runs = thread === undefined ? [] : await store.journal(conversation).runs({ limit: 1_000 });
          return thread?.status === "idle" && runs.length >= scene.turns;
        }),
      );
      if (states.every(Boolean)) return;
      await pause(100);
    }
  }
}

async function startTurns(engine: string, { conversations, turns }: Scene): Promise<void> {
  const host = await openHost(engine);
  const results: Promise<unknown>[] = [];
  for (const chatId of conversations) {
    for (let turn = 1; turn <= turns; turn += 1) {
      const runId = `${chatId}-${turn}`;
      await host.start({ conversation: { channel: CHANNEL, chatId }, runId, input: turn });
      results.push(untilThere(() => host.result(runId)));
    }
  }
  await Promise.all(results);
  await host.close();
}

/** Whoever waits for a result loses the connection when the engine is killed. */
async function untilThere<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries > 50) throw error;
      await pause(100);
    }
  }
}

class Workers {
  kills = 0;
  atWrites = 0;
  isPeaceful = false;
  readonly #scene: Scene;
  readonly #children = new Set<ChildProcess>();
  #state: number;

  constructor(scene: Scene, seed: number) {
    this.#scene = scene;
    this.#state = seed * 2_654_435_761;
  }

  /** Starts as many as there should be. */
  async fill(): Promise<void> {
    while (this.#children.size < WORKERS) {
      const dieAt = this.isPeaceful || this.#random(2) === 0 ? 0 : 1 + this.#random(60);
      const child = fork(join(import.meta.dirname, "worker.ts"), [JSON.stringify({ ...this.#scene, dieAt })], {
        execArgv: ["--conditions=@toolwright/source", "--disable-warning=ExperimentalWarning"],
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      });
      this.#children.add(child);
      child.once("exit", (_, signal) => {
        this.#children.delete(child);
        if (signal !== "SIGKILL" || this.isPeaceful) return;
        this.kills += 1;
        if (dieAt > 0 && !child.killed) this.atWrites += 1;
      });
      await Promise.race([once(child, "message"), once(child, "exit")]);
    }
  }

  /** Returns how often what is under the workers was started again. */
  async killAll({ kills, restart, restartEvery = 0 }: KillOptions, isEnded: () => boolean): Promise<number> {
    let restarts = 0;
    while (this.kills < kills && !isEnded()) {
      await this.fill();
      await pause(this.#random(250));
      const before = this.kills;
      const [child] = [...this.#children].slice(this.#random(WORKERS));
      child?.kill("SIGKILL");
      if (child !== undefined && child.exitCode === null && child.signalCode === null) await once(child, "exit");
      const isDue = restartEvery > 0 && Math.floor(before / restartEvery) < Math.floor(this.kills / restartEvery);
      if (!isDue || restart === undefined) continue;
      await restart();
      restarts += 1;
    }
    return restarts;
  }

  stop(): void {
    this.isPeaceful = true;
    for (const child of this.#children) child.kill("SIGKILL");
  }

  /** A whole number below `end`; the same for the same seed. */
  #random(end: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % end;
  }
}

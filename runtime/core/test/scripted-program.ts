import { callsInOrder } from "../src/run/calls-in-order.ts";
import type { Program } from "./mortal-run.ts";

/** What a program is given: nothing else in it differs from one life to the next. */
export interface Given {
  call(name: string, args: Record<string, unknown>): Promise<string>;
  now(): number;
  random(): number;
}

/**
 * A program in plain JavaScript, run as a machine for programs runs one: until its job queue is empty, then one end.
 * Failures are given as texts.
 */
export function scripted(body: (given: Given) => Promise<unknown>): Program {
  return async (ctx) => {
    const calls = callsInOrder(ctx);
    const open = new Map<number, (text: string) => void>();
    let now = calls.startMs;
    let seed = 7;
    let ended: string | undefined;
    const given: Given = {
      call: (name, args) =>
        new Promise((resolve) => open.set(calls.ask(name, JSON.stringify(args), { line: open.size }), resolve)),
      now: () => now,
      random: () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647,
    };
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    void body(given).then((value) => {
      ended = JSON.stringify(value);
    });
    await turn();
    while (ended === undefined) {
      const next = await calls.next();
      if (next.how === "over") return `over: ${next.result.error?.reason ?? next.result.error?.code}`;
      const { output, error } = next.result;
      now = next.timeMs;
      open.get(next.number)?.(error?.code ?? (output.type === "text" ? output.text : ""));
      await turn();
    }
    await Promise.all(calls.close().open.map(({ ended }) => ended));
    return ended;
  };
}

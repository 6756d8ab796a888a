import type { ExecutorTest } from "./executor-test.ts";
import { expectSame } from "./expect.ts";
import { openProgram } from "./open-program.ts";

/** What is stopped or closed stays so, and others go on. */
export const closingCases: readonly ExecutorTest[] = [
  {
    name: "a program that is stopped before a turn fails as stopped, in every turn after it",
    async run(executor) {
      const controller = new AbortController();
      const session = await openProgram(executor, { source: "await tools.list();\nreturn 1;" }, controller.signal);
      await session.start();
      controller.abort();
      for (let turn = 0; turn < 2; turn += 1) {
        const { failed, ended } = await session.settle(0, { ok: true, json: "1" }, 1_700_000_000_000);
        expectSame("the turn", [failed, ended ?? null], ["stopped", null]);
      }
      await session.close();
    },
  },
  {
    name: "a session can be closed twice, and before it has started",
    async run(executor) {
      const session = await openProgram(executor, { source: "return 1;" });
      await Promise.all([session.close(), session.close()]);
      await session.close();
    },
  },
  {
    name: "an outcome for a call that does not wait is refused with a TypeError",
    async run(executor) {
      const session = await openProgram(executor, { source: "await tools.list();" });
      await session.start();
      const said = await session.settle(3, { ok: true, json: "1" }, 1_700_000_000_000).catch((error: unknown) => error);
      expectSame("a TypeError", said instanceof TypeError, true);
      await session.close();
    },
  },
  {
    name: "many programs wait at once, and each goes on by itself",
    async run(executor) {
      const sources = Array.from({ length: 6 }, (_, at) => `return [${at}, await tools.list()];`);
      const sessions = await Promise.all(sources.map((source) => openProgram(executor, { source })));
      await Promise.all(sessions.map((session) => session.start()));
      const turns = await Promise.all(
        sessions.toReversed().map((session) => session.settle(0, { ok: true, json: "true" }, 1_700_000_000_000)),
      );
      const ends = turns.toReversed().map(({ ended }) => ended?.json);
      expectSame(
        "ends",
        ends,
        sources.map((_, at) => `[${at},true]`),
      );
      await Promise.all(sessions.map((session) => session.close()));
    },
  },
];

import { expect, it } from "vitest";
import { z } from "zod";
import { call, play, resultsIn } from "../../../test/prompting.ts";
import { executeWithCallbacks } from "./execute-with-callbacks.ts";

const meddling = {
  beforeCall(input: { list: number[] }) {
    input.list.push(99);
    return undefined;
  },
};

it("a hook that changes its input does not change what execute gets", async () => {
  const execute = ({ list }: { list: number[] }) => list.length;
  expect(await executeWithCallbacks(execute, { list: [1] }, {}, meddling)).toBe(1);
  const { steps } = await play([call("count", { list: [1] })], ({ defTool, $ }) => {
    defTool("count", "", z.object({ list: z.array(z.number()) }), ({ list }) => ({ n: list.length }), meddling);
    $`go`;
  });
  expect(resultsIn(steps[1])).toEqual([{ n: 1 }]);
});

it("an input that cannot be cloned is handed over as it is", async () => {
  const input = { f: () => 1 };
  expect(await executeWithCallbacks((given) => given, input, {}, { beforeCall: (given) => given.f() })).toBe(1);
});

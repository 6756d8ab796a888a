import { expect, it } from "vitest";
import { z } from "zod";
import { call, play, resultsIn } from "../../test/prompting.ts";
import { executeWithCallbacks } from "../prompt/execute-with-callbacks.ts";
import { hookInput } from "./hook-input.ts";

const meddling = {
  beforeCall(input: { list: number[] }) {
    input.list.push(99);
    return undefined;
  },
};

class Money {
  readonly #cents: number;
  note = "";
  readonly tags: string[] = [];

  constructor(cents: number) {
    this.#cents = cents;
  }

  get cents(): number {
    return this.#cents;
  }

  plus(other: Money): Money {
    return new Money(this.#cents + other.#cents);
  }

  toJSON(): string {
    return `${this.#cents} ct`;
  }
}

/** Private through and through: nothing of it could be changed from outside. */
class Sealed {
  readonly #value = 7;

  static valueOf(sealed: Sealed): number {
    return sealed.#value;
  }
}

it("a hook that changes its input does not change what execute gets", async () => {
  const execute = ({ list }: { list: number[] }) => list.length;
  expect(await executeWithCallbacks(execute, { list: [1] }, {}, meddling)).toBe(1);
  const { steps } = await play([call("count", { list: [1] })], ({ defTool, $ }) => {
    defTool("count", "", z.object({ list: z.array(z.number()) }), ({ list }) => ({ n: list.length }), meddling);
    $`go`;
  });
  expect(resultsIn(steps[1])).toEqual([{ n: 1 }]);
});

it("every hook of a run gets what the schema made, with its class", async () => {
  const seen: unknown[] = [];
  const look = (input: { money: Money; when: Date }) => {
    seen.push(input.money instanceof Money, input.money.plus(input.money).cents, input.when.getTime());
    return undefined;
  };
  const input = z.object({
    money: z.number().transform((cents) => new Money(cents)),
    when: z.number().transform((ms) => new Date(ms)),
  });
  const fail = (): { ok: true } => {
    throw new Error("no");
  };
  await play([call("pay", { money: 5, when: 1_000 }), call("fail", { money: 5, when: 1_000 })], (prompt) => {
    prompt.defTool("pay", "", input, () => ({ ok: true }), { beforeCall: look, onSuccess: look });
    prompt.defTool("fail", "", input, fail, { onError: look });
    prompt.$`go`;
  });
  expect(seen).toEqual([true, 10, 1_000, true, 10, 1_000, true, 10, 1_000]);
});

it("an object of a class can be read, written as JSON and compared; a change stays with the hook", () => {
  const money = new Money(3);
  const shown = hookInput({ money }).money;
  shown.note = "mine";
  shown.tags.push("mine");
  expect([shown.note, shown.tags, money.note, money.tags]).toEqual(["mine", ["mine"], "", []]);
  expect([JSON.stringify(shown), shown.constructor === Money, shown.cents]).toEqual(['"3 ct"', true, 3]);
  expect(Reflect.deleteProperty(shown, "tags")).toBe(true);
  expect(money.tags).toEqual([]);
});

it("an object without members of its own is the very object", () => {
  const sealed = new Sealed();
  expect(Sealed.valueOf(hookInput({ sealed }).sealed)).toBe(7);
});

it("maps, sets, dates and bytes are copies of their kind; circles stay circles", () => {
  const input: Record<string, unknown> = {
    map: new Map([["a", [1]]]),
    set: new Set([1]),
    date: new Date(5),
    bytes: new Uint8Array([1]),
    none: null,
  };
  input.self = input;
  const shown = hookInput(input);
  expect(shown).toEqual(input);
  expect([shown.self === shown, shown.map === input.map, shown.date === input.date]).toEqual([true, false, false]);
});

it("frozen objects and functions are handed over", async () => {
  const frozen = Object.freeze(new Money(2));
  expect(hookInput({ frozen }).frozen.tags).toEqual([]);
  const input = { f: () => 1 };
  expect(await executeWithCallbacks((given) => given, input, {}, { beforeCall: (given) => given.f() })).toBe(1);
});

import { describe, expect, it } from "vitest";
import { ARMS } from "./arms.ts";
import { TASKS } from "./tasks.ts";

describe.each(TASKS)("$name", (task) => {
  it.each(Object.entries(ARMS))("makes the same calls by %s", async (_, arm) => {
    const { made } = await arm(task);

    expect([...made].sort()).toEqual(
      task.calls
        .flat()
        .map(({ name, arguments: args }) => `${name} ${JSON.stringify(args)}`)
        .sort(),
    );
  });

  it("returns from its program what is right", async () => {
    const bill = await ARMS["a program"]?.(task);

    expect(JSON.parse(bill?.lastResult ?? "")).toEqual(task.value);
  });

  it("takes fewer tokens as a program than by calls, however these are made", async () => {
    const [direct, inOneStep, program] = await Promise.all(Object.values(ARMS).map((arm) => arm(task)));

    expect(program?.read).toBeLessThan((direct?.read ?? 0) / 2);
    expect(program?.read).toBeLessThan(inOneStep?.read ?? 0);
  });
});

import { expect, it } from "vitest";
import { createCodeMode } from "./index.ts";

it.each([true, false])(
  "refuses options that do not exist or cannot be (of a model that hosts programs: %s)",
  (hosts) => {
    const given = (options: object) => () => createCodeMode([]).toolsFor({ hostsPrograms: hosts }, options);
    expect(given({ asks: true })).toThrow('toolsFor: there is no option "asks"; did you mean asksInside?');
    expect(given({ asksInside: "yes" })).toThrow("toolsFor: asksInside must be true or false");
  },
);

import { expect, it } from "vitest";
import { threadInAddress } from "./thread-in-address.ts";

it.each([
  ["", undefined],
  ["#", undefined],
  ["#a-thread", "a-thread"],
  ["#a%2Fb", "a/b"],
  ["#%", "%"],
  ["#%E0%A4%A", "%E0%A4%A"],
])("%j names the thread %j", (hash, id) => expect(threadInAddress(hash)).toBe(id));

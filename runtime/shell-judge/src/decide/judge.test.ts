import { expect, it } from "vitest";
import { looksDuring } from "../../test/looks-during.ts";
import { readPolicy } from "../rules/policy-file.ts";
import { explain, judge } from "./judge.ts";

const place = { cwd: "/work/ws", root: "/work/ws", home: "/home/ann" };

it("the rules of a policy are built once for all lines, and anew for another place or policy", () => {
  const deny = Array.from({ length: 2_000 }, (_, index) => `Read(/private/${index}/**)`);
  const parsed = readPolicy({ allow: ["Bash(make)"], deny });
  if (!parsed.ok) throw new Error(parsed.message);
  const { policy } = parsed;
  const first = looksDuring(() => judge("pwd", place, policy));
  expect(first).toBeGreaterThan(2_000);
  expect(looksDuring(() => judge("pwd", place, policy))).toBeLessThan(200);
  expect(explain("make", place, policy).verdict).toBe("allow");
  expect(explain("make", place).verdict).toBe("ask");
  expect(explain("cat /work/ws/private/1/a", place, policy).verdict).toBe("deny");
  const other = { ...place, root: "/work/other", cwd: "/work/other" };
  expect(explain("cat /work/other/a", other, policy).verdict).toBe("allow");
});

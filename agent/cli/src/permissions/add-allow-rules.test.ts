import { mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { addAllowRules } from "./add-allow-rules.ts";

const place = async () => join(await mkdtemp(join(tmpdir(), "toolwright-rules-")), "a/b/policy.json");

describe("addAllowRules", () => {
  it("makes the file and its directories, for this user only", async () => {
    const file = await place();
    await addAllowRules(file, ["Bash(npm test:*)"]);
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ allow: ["Bash(npm test:*)"] });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(file))).mode & 0o777).toBe(0o700);
  });

  it("keeps what stands there, adds nothing twice, and leaves no other file", async () => {
    const file = await place();
    await addAllowRules(file, ["Read(a)"]);
    const written = { deny: ["Bash(rm:*)"], allow: [{ rule: "Read(b)", match: ["b"] }, "Edit(c)"] };
    await writeFile(file, `\uFEFF${JSON.stringify(written)}`);
    await addAllowRules(file, ["Read(b)", "Edit(c)", "Edit(d)"]);
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ ...written, allow: [...written.allow, "Edit(d)"] });
    expect(await readdir(dirname(file))).toEqual(["policy.json"]);
  });

  it("touches no file that does not parse", async () => {
    const file = await place();
    await addAllowRules(file, ["Read(a)"]);
    await writeFile(file, '{"deny": [');
    await expect(addAllowRules(file, ["Read(b)"])).rejects.toThrow("is not JSON");
    expect(await readFile(file, "utf8")).toBe('{"deny": [');
  });
});

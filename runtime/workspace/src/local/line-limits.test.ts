import { mkdtemp, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ControlGroups } from "./control-group.ts";
import { LocalProcess } from "./local-process.ts";
import { PipePool } from "./pipe-pool.ts";

const MEBIBYTE = 2 ** 20;
const limits = { tasks: 2_048, fileBytes: MEBIBYTE, memoryBytes: 16 * MEBIBYTE };
const settings = {
  environment: { PATH: process.env.PATH ?? "" },
  killGraceMs: 200,
  pipes: new PipePool(),
  groups: new ControlGroups(100),
  limits,
};

async function run(command: string, { looks = false } = {}) {
  const cwd = await mkdtemp(join(tmpdir(), "limits-"));
  let text = "";
  const onOutput = (chunk: Uint8Array) => void (text += new TextDecoder().decode(chunk));
  const running = new LocalProcess({ command, cwd, ...(looks ? { looksIn: cwd } : {}), onOutput }, settings);
  const timer = setTimeout(() => void running.kill(), 20_000);
  const end = await running.ended;
  clearTimeout(timer);
  return { cwd, end, text };
}

describe("the limits of a line", () => {
  it.each(["yes > y", "cat /dev/zero > y", "while :; do echo $$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$; done > y"])(
    "end a file without an end: %s",
    async (command) => {
      const { cwd, end, text } = await run(`(${command})`);
      expect({ end, text }).toMatchObject({ end: { kind: "exited", code: 153 } });
      expect((await stat(join(cwd, "y"))).size).toBe(MEBIBYTE);
    },
  );

  it("are told to a program that asks why", async () => {
    const { end, text } = await run(`node -e 'fs.writeFileSync("y", Buffer.alloc(2e6))'`);
    expect(end).toMatchObject({ code: 1 });
    expect(text).toContain("EFBIG");
  });

  it("cannot be lifted", async () => {
    expect((await run("(ulimit -S -f unlimited; yes > y) 2>/dev/null; stat -c %s y")).text).toBe(`${MEBIBYTE}\n`);
  });

  it.runIf(process.platform === "linux")(
    "hold the memory of a line that only looks, and of no other: a program may reserve more than there is",
    async () => {
      const doubles = "x=xxxxxxxxxxxxxxxx; for i in {1..20}; do x=$x$x; done; printf %s $x | wc -c";
      const looked = await run(doubles, { looks: true });
      expect(looked.text).toMatch(/cannot allocate/);
      expect(looked.end).toMatchObject({ kind: "exited", code: 2 });
      expect((await run(doubles)).text).toMatch(/^\s*16777216\n$/);
    },
  );
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Fixture, makeFixture } from "./fixture.ts";
import { type Effect, jailIsMissing, runInJail } from "./jail.ts";

const missing = jailIsMissing();

describe.skipIf(missing !== undefined)(`the jail${missing === undefined ? "" : ` (skipped: ${missing})`}`, () => {
  let fixture: Fixture;
  let effects: readonly Effect[];

  const LINES = {
    nothing: "ls; git status; git log -p -1",
    mark: "touch /var/tmp/marks/a",
    secret: "cat .env",
    write: "echo x > new2.txt; rm README.md; echo y >> names.txt",
    elsewhere: "touch /tmp/x",
    bomb: "f() { f | f & }; f",
    slow: "sleep 60",
    killer: "kill -9 -1; sleep 1",
    after: "cat README.md; ls new2.txt",
    host: "touch /usr/bin/x /etc/x /seed/x /supervisor.mjs; id -u; cat /proc/net/dev | wc -l; ls /work /root /home 2>&1",
    limits: "ulimit -u; echo $HOME; pwd",
    locked: "mkdir d; touch d/f; chmod 0 d",
    afterLocked: "ls d",
    lock: "touch .git/index.lock",
    afterLock: "ls .git/index.lock",
    // Processes whose turn comes last, as it does on a busy machine.
    late: "taskset -cp 0 $PPID; for i in 1 2 3 4; do taskset -c 0 chrt -i 0 perl -e '1 while 1' & done; wait",
    afterLate: "grep -ls perl /proc/[0-9]*/comm",
  };

  beforeAll(async () => {
    fixture = makeFixture();
    effects = await runInJail(Object.values(LINES), { fixture, milliseconds: 1_500 });
  });

  afterAll(() => fixture.remove());

  const of = (name: keyof typeof LINES) => effects.find(({ index }) => index === Object.keys(LINES).indexOf(name));

  it("sees nothing where a line only looks", () => {
    expect(of("nothing")).toMatchObject({ marks: [], secrets: [], changed: [], elsewhere: [], status: 0 });
  });

  it("sees code that ran, secrets that were printed, and everything that was written", () => {
    expect(of("mark")?.marks).toEqual(["a"]);
    expect(of("secret")?.secrets).toEqual(["sekret-dotenv-123"]);
    expect(of("write")?.changed.toSorted()).toEqual(["+ws/new2.txt", "-ws/README.md", "~ws/names.txt"]);
    expect(of("elsewhere")?.elsewhere).toEqual(["+/tmp/x"]);
  });

  it("does not count the lock that a git leaves which is killed while it looks", () => {
    expect(of("lock")?.changed).toEqual([]);
    expect(of("afterLock")?.printed).toContain("No such file");
  });

  it("holds against floods, waits and killers, and starts every line on fresh files", () => {
    expect(of("bomb")?.flooded).toBe(true);
    expect(of("slow")?.timedOut).toBe(true);
    expect(of("killer")).toBeDefined();
    expect(of("after")?.printed).toContain("TODO: write more");
    expect(of("after")?.printed).toContain("No such file");
    expect(of("locked")?.changed).toContain("+ws/d");
    expect(of("afterLocked")?.printed).toContain("No such file");
    expect(of("afterLate")?.printed).toBe("");
  });

  it("shows nothing of the machine that may be written, no network, and no root", () => {
    expect(of("host")?.changed).toEqual([]);
    expect(of("host")?.printed).not.toMatch(/^0$/m);
    expect(of("limits")?.printed).toBe(`60\n${fixture.home}\n${fixture.ws}`);
  });
});

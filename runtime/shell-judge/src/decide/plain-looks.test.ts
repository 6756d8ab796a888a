import { describe, expect, it } from "vitest";
import { readPolicy } from "../rules/policy-file.ts";
import { decide } from "./decision.ts";
import { LEXICAL } from "./disk-facts.ts";
import { explain } from "./judge.ts";
import { judgeLine } from "./judge-line.ts";
import { createLineEngine } from "./line-engine.ts";

const PLACE = { cwd: "/work/repo", root: "/work/repo", home: "/home/u" };

describe("a plain look at the machine, the packages or the shell", () => {
  it.each([
    "bash -n run.sh",
    "sh -n scripts/a.sh",
    "bash -n scripts/*.sh",
    "for f in a.sh b.sh; do bash -n $f; done",
    "cat /etc/os-release",
    "head -3 /proc/cpuinfo",
    "grep -c processor /proc/cpuinfo",
    "cat /proc/meminfo | head -3",
    "cat /proc/version /proc/loadavg",
    "ss -tlnp",
    "ss -tuln | grep 3000",
    "ip addr",
    "ip -br a",
    "ip route show",
    "ip link show eth0",
    "dpkg -l | grep ssl",
    "dpkg -L bash",
    "dpkg -s bash",
    "dpkg-query -W -f=x bash",
    "apt list --installed",
    "apt-cache policy bash",
    "rpm -qa | grep ssl",
    "systemctl status nginx --no-pager",
    "systemctl is-active nginx",
    "systemctl list-units --type=service",
    "jobs",
    "jobs -l",
    "alias",
    "kubectl --help",
    "gh --help",
    "zig version",
  ])("is not asked about: %s", (line) => expect(explain(line, PLACE).verdict).toBe("allow"));

  it.each([
    "npm root",
    "npm root -g",
    "npm prefix",
    "npm explain react",
    "npm why react",
    "npm pkg get name version",
    "npm pkg get scripts.test",
    "npm config get registry",
    "terraform version",
    "terraform -help",
  ])("is not asked about where the folder says nothing of the program: %s", (line) => {
    const engine = createLineEngine({ root: PLACE.root, home: PLACE.home });
    const context = engine.context({ ...LEXICAL, armingFile: () => undefined });
    const found = judgeLine(line, [PLACE.root], context);
    expect(decide(found, { mode: "default", sandboxed: false }).verdict).toBe("allow");
    expect(explain(line, PLACE).verdict).toBe("ask");
  });

  it.each([
    "bash -n .env",
    "bash -nc 'id' x",
    "bash -n",
    "bash -n < run.sh",
    "bash -n run.sh; bash run.sh",
    "bash -n -o noexec run.sh",
    "bash -n --rcfile x run.sh",
    "bash +n run.sh",
    "zsh -n run.sh; x",
    "fish -n $x",
    "cat /etc/passwd",
    "cat /etc/os-release /etc/shadow",
    "cat /proc/self/environ",
    "cat /proc/1/cmdline",
    "cat /proc/*",
    "echo x > /etc/os-release",
    "ss -K dst 1.2.3.4",
    "ss -D x",
    "ss -F x",
    "ss -tlnr",
    "ip addr add 10.0.0.1/8 dev eth0",
    "ip link set eth0 down",
    "ip -b x",
    "ip -force -batch x",
    "ip route flush all",
    "ip netns exec a id",
    "dpkg -i x.deb",
    "dpkg --admindir=x -l",
    "dpkg --pre-invoke=id -l",
    "dpkg -l --root=x",
    "apt list -o APT::Update::Pre-Invoke::=id",
    "apt install x",
    "apt-cache -c x policy bash",
    "rpm -qa --pipe id",
    "rpm -E '%(id)'",
    "rpm -qp x.rpm",
    "rpm -q --define '_x %(id)' bash",
    "systemctl restart nginx",
    "systemctl show nginx",
    "systemctl cat nginx",
    "systemctl -H host status nginx",
    "systemctl status nginx --root=x",
    "jobs -x id",
    "alias x=y",
    "alias x",
    "npm root --script-shell=x",
    "npm pkg set name=x",
    "npm pkg get name --prefix=../x",
    "npm config get //registry.npmjs.org/:_authToken",
    "npm config set registry x",
    "npm config get _auth",
    "npm explain",
    "terraform -chdir=x version",
    "gh --help x",
    "zig version x",
  ])("asks or denies: %s", (line) => expect(explain(line, PLACE).verdict).not.toBe("allow"));

  it("is denied where a rule of a person denies it", () => {
    const rules = readPolicy({ deny: ["Read(//etc/**)"], ask: ["Read(//proc/**)"] });
    if (!rules.ok) throw new Error(rules.message);
    expect(explain("cat /etc/os-release", PLACE, rules.policy).verdict).toBe("deny");
    expect(explain("cat /proc/meminfo", PLACE, rules.policy).verdict).toBe("ask");
  });
});

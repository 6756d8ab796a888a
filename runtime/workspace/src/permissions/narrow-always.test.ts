import { describe, expect, it } from "vitest";
import { permissions } from "../../test/permissions.ts";

const asked = async (command: string, allow: readonly string[] = []) =>
  permissions({ allow }).decide("bash", { command });

describe("always, as narrow as the line that was seen", () => {
  it.each([
    ["curl http://127.0.0.1:3000/", ["Bash(curl http://127.0.0.1:3000/:*)"]],
    ["curl -s -o /dev/null -w '%{http_code}' 'https://example.org/a/b?c=d'", ["Bash(curl https://example.org/:*)"]],
    ["pip install -e .", ["Bash(pip install -e .)"]],
    ["pip install requests==2.32.0", ["Bash(pip install requests==2.32.0)"]],
    ["git push origin main", ["Bash(git push origin main)"]],
    ["git push -u origin feature/x", ["Bash(git push -u origin feature/x)"]],
    ["make -j4", ["Bash(make -j4)"]],
    ["make test", ["Bash(make test)"]],
    ["chmod +x a", ["Bash(chmod +x a)"]],
    ["turbo run build", ["Bash(turbo run build)"]],
    ["bazel build //x", ["Bash(bazel build //x)"]],
    ["terraform plan -out 'my plan'", ["Bash(terraform plan -out 'my plan')"]],
    ["sed -i s/a/b/ src/a.ts", ["Bash(sed -i s/a/b/ src/a.ts)"]],
    ["npm test", ["Bash(npm test:*)"]],
    ["cargo build --release", ["Bash(cargo build:*)"]],
  ])("%j saves %j, which then allow it", async (command, rules) => {
    const { verdict, remember } = await asked(command);
    expect({ verdict, remember }).toEqual({ verdict: "ask", remember: rules });
    expect(await asked(command, remember)).toMatchObject({ verdict: "allow" });
  });

  it.each([
    ["make test", "make deploy"],
    ["make -j4", "make -j4 deploy"],
    ["git push origin main", "git push origin release"],
    ["pip install -e .", "pip install evil"],
    ["bazel build //x", "bazel run //x"],
    ["bazel build //x", "cat //x"],
    ["chmod +x a", "chmod 777 b"],
    ["curl http://127.0.0.1:3000/", "curl http://127.0.0.1:3001/"],
    ["curl http://127.0.0.1:3000/", "curl https://127.0.0.1:3000/"],
    ["curl http://127.0.0.1:3000/", "curl http://127.0.0.1:3000.evil.example/"],
    ["curl http://127.0.0.1:3000/", "curl http://127.0.0.1:3000@evil.example/"],
    ["curl http://127.0.0.1:3000/", "curl http://127.0.0.1:3000/ http://evil.example/"],
    ["curl http://127.0.0.1:3000/", "curl http://127.0.0.1:3000/ --url http://evil.example/"],
    ["curl http://127.0.0.1:3000/", "curl -x http://evil.example http://127.0.0.1:3000/"],
    ["curl http://127.0.0.1:3000/", 'curl http://127.0.0.1:3000/ "$X"'],
    ["curl http://127.0.0.1:3000/", "curl -X DELETE http://127.0.0.1:3000/a"],
  ])("%j once said does not let %j pass", async (command, other) => {
    const { remember } = await asked(command);
    expect(await asked(other, remember)).toMatchObject({ verdict: "ask" });
  });

  it.each([
    "'http://127.0.0.1:3000/a/b?c=1'",
    "-sS http://127.0.0.1:3000",
    "http://127.0.0.1:3000/ http://127.0.0.1:3000/b",
  ])("a server once allowed is asked about no more: curl %s", async (rest) => {
    const allow = ["Bash(curl http://127.0.0.1:3000/:*)"];
    expect(await asked(`curl ${rest}`, allow)).toMatchObject({ verdict: "allow" });
  });

  it("offers no rule for a line that shows other letters than it holds", async () => {
    const explained = await permissions().explain("bash", { command: "npm test \u202e; ls" });
    expect(explained).toMatchObject({ verdict: "ask", remember: [] });
    expect(explained.never).toEqual(expect.any(String));
  });
});

describe("a request that changes something on a server", () => {
  it.each([
    "-X DELETE",
    "-X POST",
    "-XPUT",
    "--request PATCH",
    "-d x=1",
    "--data x",
    "--data-raw '{}'",
    "--json '{}'",
    "--upload-file a.txt",
    "-T a.txt",
    "-F a=b",
  ])("is asked about under a rule for curl: curl %s", async (option) => {
    for (const allow of ["Bash(curl:*)", "Bash(curl *)", "Bash"]) {
      const decided = await asked(`curl ${option} https://example.org/a`, [allow]);
      expect(decided).toMatchObject({ verdict: "ask", remember: [] });
    }
    const exact = `Bash(curl ${option} https://example.org/a)`;
    expect(await asked(`curl ${option} https://example.org/a`, [exact])).toMatchObject({ verdict: "allow" });
  });

  it.each(["-X GET", "-X HEAD", "-I", "-G -d q=x", "-G --data-urlencode q=x"])(
    "is not one that only asks for something: curl %s",
    async (option) => {
      const decided = await asked(`curl ${option} https://example.org/a`, ["Bash(curl:*)"]);
      expect(decided).toMatchObject({ verdict: "allow" });
    },
  );
});

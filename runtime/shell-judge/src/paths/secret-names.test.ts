import { describe, expect, it } from "vitest";
import { commandLineJudge } from "../decide/judge.ts";
import { SECRETS_BELOW_HOME } from "./secret-names.ts";

const judge = commandLineJudge({ cwd: "/work/repo", home: "/home/u" });

describe("the names of secrets", () => {
  it.each([
    ...[
      ".env",
      ".env.local",
      ".env-local",
      ".env_prod",
      ".env~",
      ".env.bak",
      ".envrc",
      ".ENV",
      ".Env.Local",
      "prod.env",
      "PROD.ENV",
    ],
    ...[".dev.vars", ".dev.vars.prod", "x.tfvars", "x.auto.tfvars", "x.tfvars.json"],
    ...[
      "id_rsa",
      "id_ed25519",
      "id_ecdsa_sk",
      "id_work",
      "id_anything-else",
      "ID_RSA",
      "id_rsa.bak",
      "id_rsa.old",
      "id_rsa~",
      "id_x.pem",
    ],
    ...[".npmrc", ".netrc", "_netrc", ".pypirc", ".pgpass", ".git-credentials", ".htpasswd"],
    ...[".cargo/credentials", ".cargo/credentials.toml", ".vault-token", ".vault_pass"],
    ...[
      "~/.ssh/config",
      "~/.aws/credentials",
      "~/.gnupg/x",
      "~/.kube/config",
      "~/.docker/config.json",
      "~/.config/gh/hosts.yml",
    ],
    ...["~/.local/share/keyrings/login.keyring", "~/Library/Keychains/x", "~/.password-store/x.gpg"],
    ...[
      "~/.mozilla/firefox/x/logins.json",
      "~/.config/google-chrome/Default/Cookies",
      "~/.config/chromium/x",
      "~/.config/BraveSoftware/x",
    ],
    ...["'/home/u/Library/Application Support/Google/Chrome/x'", "~/.config/microsoft-edge/x"],
    ...[
      "/etc/shadow",
      "/proc/1/environ",
      "/proc/self/environ",
      "sub/.env",
      "./a/../.env",
      ".\uff25NV",
      ".e\u200bnv",
      ".en\u00adv",
    ],
  ])("are denied to a program that reads: %s", (path) => expect(judge(`cat ${path}`).verdict).toBe("deny"));

  it.each([
    ...[".env.example", ".env.sample", ".env.template", "example.env", "env.ts", "environment.env.ts"],
    ...[
      "id_rsa.pub",
      "id_ed25519.pub",
      "id_generator.ts",
      "id_map.json",
      "src/id_types/a.ts",
      "valid_x",
      "my_id_rsa.md",
      "id_map.test.tsx",
    ],
    ...["x.tf", "tfvars.md", "npmrc", "README.md", ".gitignore", ".github/workflows/ci.yml"],
  ])("are none of: %s", (path) => expect(judge(`cat ${path}`).verdict).toBe("allow"));

  it("of one place below a home are the ones that a sandbox hides", () => {
    for (const name of [
      ".ssh",
      ".aws",
      ".netrc",
      ".npmrc",
      ".pypirc",
      ".cargo/credentials.toml",
      ".vault-token",
      ".mozilla",
    ])
      expect(SECRETS_BELOW_HOME).toContain(name);
    expect(SECRETS_BELOW_HOME.filter((name) => name.includes("*"))).toEqual([]);
  });
});

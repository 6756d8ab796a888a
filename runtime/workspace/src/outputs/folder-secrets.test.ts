import { createScrubber } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { createMemoryWorkspace } from "../memory/memory-workspace.adapter.ts";
import { folderSecrets } from "./folder-secrets.ts";

async function scrubberFor(files: Readonly<Record<string, string>>, environment = {}) {
  return createScrubber(await folderSecrets(await createMemoryWorkspace({ files }), environment));
}

describe("the secrets of a folder", () => {
  it("are the values in its files of variables, in every spelling of their name", async () => {
    for (const name of [".env", ".env.local", ".env-local", ".ENV", "prod.env", ".dev.vars", ".env~"]) {
      const { text } = await scrubberFor({ [name]: "A=1\nexport DB_URL='rt5-Gk29-xx' # why\nB=\"q8 w9 e0 r1\"\n" });
      expect([name, text("rt5-Gk29-xx and q8 w9 e0 r1")]).toEqual([name, "[secret:DB_URL] and [secret:B]"]);
    }
    const { text } = await scrubberFor({ ".env.example": "A=rt5-Gk29-xx\n", "env.md": "A=rt5-Gk29-xx\n" });
    expect(text("rt5-Gk29-xx")).toBe("rt5-Gk29-xx");
  });

  it("are the values of variables that are called like secrets, and not every path and word", async () => {
    const { text } = await scrubberFor(
      { ".env": "NODE_ENV=production\nURL=http://localhost:3000\n" },
      {
        GH_PAT: "aaaa1111bbbb",
        PGPASSWORD: "swordfish",
        MY_API_KEY: "k-123456789",
        PATH: "/usr/bin:/bin",
        PGHOST: "localhost",
      },
    );
    expect(text("aaaa1111bbbb swordfish k-123456789")).toBe("[secret:GH_PAT] [secret:PGPASSWORD] [secret:MY_API_KEY]");
    for (const shown of ["/usr/bin:/bin", "localhost", "production", "http://localhost:3000"])
      expect(text(shown)).toBe(shown);
  });

  it("are the tokens in files that programs keep them in, and those in the addresses of the repository", async () => {
    const { text } = await scrubberFor({
      ".npmrc": "//registry.example.org/:_authToken=tok-npm-1234\nregistry=https://registry.example.org/\n",
      ".netrc": "machine a.example.org login me password tok-net-1234\n",
      ".pypirc": "[pypi]\nusername = __token__\npassword = tok-pyp-1234\n",
      "prod.tfvars": 'region = "eu-west-1"\ndb_password = "tok-tfv-1234"\n',
      ".git-credentials": "https://me:tok-cre-1234@example.org\n",
      ".git/config":
        '[remote "a"]\n\turl = https://tok-url-1234@example.org/a.git\n[remote "b"]\n\turl = git@example.org:a/b.git\n' +
        '[http "https://example.org/"]\n\textraheader = AUTHORIZATION: basic dG9rLWhkci0xMjM0\n',
      "app/.env": "KEY=tok-sub-1234\n",
      "node_modules/x/.env": "KEY=tok-mod-1234\n",
    });
    for (const kind of ["npm", "net", "pyp", "tfv", "cre", "url", "sub"])
      expect(text(`tok-${kind}-1234`)).toMatch(/^\[secret:/);
    expect(text("dG9rLWhkci0xMjM0")).toMatch(/^\[secret:/);
    for (const shown of ["registry.example.org", "__token__", "git@example.org:a/b.git", "tok-mod-1234"])
      expect(text(shown)).toBe(shown);
  });
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileLogins, mcpLogin } from "../src/index.ts";
import { authFetch } from "../src/login/auth-fetch.ts";
import { withFileLease } from "../src/login/file-lease.ts";
import { call, closing, connect, serve } from "./support/hell.ts";
import { type OAuthServerOptions, startOAuthServer } from "./support/oauth-server.ts";

const start = async (options?: OAuthServerOptions) => closing(await startOAuthServer(options));
const folder = () => mkdtemp(join(tmpdir(), "logins-"));
/** What a browser does. */
const goes = (address: string) => void fetch(address, { redirect: "follow" }).catch(() => undefined);

describe("a server that wants a login", () => {
  it("has failed until somebody has logged in, and says so", async () => {
    const { url } = await start();
    const mcp = await connect("", { url });
    expect(mcp.servers[0]).toMatchObject({ state: "failed", problem: "nobody has logged in, or the login has ended" });
  });

  it("is logged in at in a browser, once for all later processes, in a file that only its owner reads", async () => {
    const server = await start();
    const directory = await folder();
    const logins = fileLogins(join(directory, "logins"));
    expect(await mcpLogin({ config: { url: server.url }, logins, show: goes })).toBe("logged_in");
    expect(server.seen).toMatchObject({ registrations: 1, logins: 1 });
    const [file = ""] = await readdir(join(directory, "logins"));
    const path = join(directory, "logins", file);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, "utf8")).toContain('"access_token"');
    const mcp = await connect("", { url: server.url, logins: fileLogins(join(directory, "logins")) });
    expect((await call(mcp, "echo")).result.output).toEqual({ type: "text", text: "welcome" });
    expect(server.seen.logins).toBe(1);
  });

  it("is registered with once, whatever the number of logins", async () => {
    const server = await start();
    const logins = fileLogins(await folder());
    for (const _ of [1, 2]) await mcpLogin({ config: { url: server.url }, logins, show: goes });
    expect(server.seen).toMatchObject({ registrations: 1, logins: 2 });
  });

  it("that does not want one needs none", async () => {
    const config = { url: await serve("noise") };
    expect(await mcpLogin({ config, logins: fileLogins(await folder()), show: goes })).toBe("not_needed");
  });

  it("keeps the old login where a new one comes to nothing", async () => {
    const server = await start();
    const logins = fileLogins(await folder());
    await mcpLogin({ config: { url: server.url }, logins, show: goes });
    const before = await logins.read(server.url);
    await expect(
      mcpLogin({ config: { url: server.url }, logins, show: () => undefined, timeoutMs: 300 }),
    ).rejects.toThrow();
    expect(await logins.read(server.url)).toEqual(before);
  });

  it("hears nothing from who was not asked to log in", async () => {
    const server = await start();
    let forged = 0;
    const show = async (address: string) => {
      const back = new URL(new URL(address).searchParams.get("redirect_uri") ?? "");
      back.search = "?code=forged&state=guessed";
      forged = (await fetch(back)).status;
      goes(address);
    };
    const logins = fileLogins(await folder());
    expect(await mcpLogin({ config: { url: server.url }, logins, show: (to) => void show(to) })).toBe("logged_in");
    expect(forged).toBe(404);
  });
});

describe("a login", () => {
  it("that has ended is renewed without anybody", async () => {
    const server = await start();
    const logins = fileLogins(await folder());
    await mcpLogin({ config: { url: server.url }, logins, show: goes });
    const mcp = await connect("", { url: server.url, logins });
    server.endTokens();
    const calls = await Promise.all([call(mcp, "echo"), call(mcp, "echo"), call(mcp, "echo")]);
    expect(calls.map(({ result }) => result.isError)).toEqual([false, false, false]);
    expect(server.seen).toMatchObject({ renewals: 1, reused: 0, logins: 1 });
  });

  it("that ends soon is renewed before a request", async () => {
    const server = await start({ lasts: 5 });
    const logins = fileLogins(await folder());
    await mcpLogin({ config: { url: server.url }, logins, show: goes });
    const { renewals } = server.seen;
    await connect("", { url: server.url, logins });
    expect(server.seen.renewals).toBeGreaterThan(renewals);
    expect(server.seen.reused).toBe(0);
  });

  it("that allows too little says what is missing, and the next one asks for it", async () => {
    const server = await start({ writes: "write" });
    const logins = fileLogins(await folder());
    await mcpLogin({ config: { url: server.url }, logins, show: goes });
    const mcp = await connect("", { url: server.url, logins });
    const { message } = await call(mcp, "echo");
    expect(message.content).toContain("wants a login: it wants more than the login allows: write. Nothing was called.");
    await mcpLogin({ config: { url: server.url }, logins, show: goes });
    expect(server.seen.scopes).toEqual(["read", "read write"]);
    expect((await call(mcp, "echo")).result.isError).toBe(false);
  });

  it("is renewed once, when four processes need it at the same time", async () => {
    const server = await start();
    const directory = await folder();
    await mcpLogin({ config: { url: server.url }, logins: fileLogins(directory), show: goes });
    server.endTokens();
    const program = `
      const { fileLogins, mcpTools } = await import(${JSON.stringify(new URL("../src/index.ts", import.meta.url).href)});
      const servers = { guarded: { url: ${JSON.stringify(server.url)} } };
      const mcp = await mcpTools({ servers, logins: fileLogins(${JSON.stringify(directory)}), connectTimeoutMs: 150_000 });
      console.log(mcp.servers[0].state, mcp.servers[0].problem ?? "");
      await mcp.close();`;
    const args = ["--conditions=@toolwright/source", "--input-type=module", "-e", program];
    const ended = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
        let said = "";
        child.stdout.on("data", (chunk) => (said += chunk));
        await once(child, "close");
        return said.trim();
      }),
    );
    expect(ended).toEqual(Array(4).fill("connected"));
    expect(server.seen).toMatchObject({ renewals: 1, reused: 0, logins: 1 });
  });
});

describe("what a server names in a login", () => {
  it.each([
    ["https://server.example/mcp", "http://169.254.169.254/token", "which is not https"],
    ["https://server.example/mcp", "http://127.0.0.1:9/token", "which is this machine"],
    ["https://server.example/mcp", "https://localhost/token", "which is this machine"],
    ["http://127.0.0.1:9/mcp", "http://login.example/token", "which is not https"],
  ])("%s sends nobody to %s", async (server, address, words) => {
    await expect(authFetch(server)(address)).rejects.toThrow(words);
  });
});

describe("a lease", () => {
  it("is held by one at a time", async () => {
    const file = join(await folder(), "lease");
    let [inside, most] = [0, 0];
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setTimeout(resolve, 15));
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 8 }, () => withFileLease(file, work)));
    expect([inside, most]).toEqual([0, 1]);
  });

  it("that a dead process held is free again, for one of those who wait", async () => {
    const file = join(await folder(), "lease");
    await writeFile(file, "somebody");
    const long = new Date(Date.now() - 60_000);
    await utimes(file, long, long);
    let [inside, most] = [0, 0];
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setTimeout(resolve, 10));
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 5 }, () => withFileLease(file, work)));
    expect(most).toBe(1);
  });

  it("is given back when the work fails", async () => {
    const file = join(await folder(), "lease");
    await expect(withFileLease(file, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await withFileLease(file, async () => "yes")).toBe("yes");
  });
});

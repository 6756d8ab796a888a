import { describe, expect, it } from "vitest";
import { createScrubber } from "./create-scrubber.ts";
import { secret } from "./secret.ts";
import { SHAPE_SAMPLES } from "./shape-samples.test-data.ts";

const scrubber = createScrubber();

describe("the well-known shapes", () => {
  it.each(SHAPE_SAMPLES)("masks $name", ({ text, masked }) => {
    expect(scrubber.text(text)).toBe(masked);
    expect(scrubber.text(`x ${text}\ny`)).toBe(`x ${masked}\ny`);
  });

  it("masks a second time without a change", () => {
    for (const { masked } of SHAPE_SAMPLES) expect(scrubber.text(masked)).toBe(masked);
  });

  it.each([
    "task-list, risk-free, desk-1234567890abcdef1234",
    ".sk-fading-circle .sk-circle12 sk-loading-indicator-wrapper",
    "npm_config_registry npm_lifecycle_event npm_package_version",
    "ghp_ and gho_short and github_pat_",
    "AKIA is a prefix; ASIAN food; AIzaShort",
    "xoxb- is Slack's",
    "eyJ is how a JWT begins, eyJhbGciOiJIUzI1NiJ9 alone is none, eyJfile.json",
    "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
    'if (text.includes("-----BEGIN PRIVATE KEY-----")) {',
    "-----BEGIN PUBLIC KEY-----\nMIIB",
    "https://example.com:8080/path/@scope/pkg http://[::1]:80/ https://user@host/ ssh://git@github.com:22/a.git",
    "https://example.com/a:b@c mailto:me@example.com git@github.com:a/b.git",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code that an agent reads
    "postgres://${user}:${password}@${host} mysql://%s:%s@%s http://localhost:${port}/@vite/client",
    "redis://host:6379, me@example.com",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code that an agent reads
    "headers: { authorization: string; Authorization: `Bearer ${token}` }",
    "The Authorization: header is needed. authorization = getHeader(request)",
    "Authorization: process.env.AUTHORIZATION_TOKEN\nauthorization: undefined,",
    "Authorization: Bearer <token>",
  ])("leaves %s alone", (text) => {
    expect(scrubber.text(text)).toBe(text);
  });

  it("sees a token behind an escape or a terminal colour", () => {
    const key = "sk-1234567890abcdef1234";
    for (const before of ["\\n", "\\t", "=", "%3D", "\u001b[31m", "\u001b[0;1m", '\\"', "_", "-"]) {
      expect(scrubber.text(before + key)).toBe(`${before}[secret:api-key]`);
    }
  });

  it("hides an unterminated key to the end, but not text that no key holds", () => {
    const header = "-----BEGIN RSA PRIVATE KEY-----\n";
    expect(scrubber.text(`${header}MIIEpAIBAAKCAQEA\nabc`)).toBe("[secret:private-key]");
    expect(scrubber.text(`${header}MIIEpAIB\n(next)`)).toBe("[secret:private-key](next)");
  });

  it("hides a key whose lines are numbered", () => {
    const key = "     1\t-----BEGIN PRIVATE KEY-----\n     2\tMIIE\n     3\t-----END PRIVATE KEY-----\n     4\tx";
    expect(scrubber.text(key)).toBe("     1\t[secret:private-key]\n     4\tx");
  });
});

describe("known values", () => {
  it("masks every occurrence and names the secret", () => {
    const known = createScrubber([secret("db", "hunter2hunter2"), secret("api", "p@ss/w0rd!")]);
    expect(known.text("a hunter2hunter2 b p@ss/w0rd! hunter2hunter2")).toBe("a [secret:db] b [secret:api] [secret:db]");
  });

  it("does not match a value under 8 characters", () => {
    expect(createScrubber([secret("short", "1234567")]).text("x1234567x")).toBe("x1234567x");
  });

  it("finds a value that is escaped as JSON, percent-encoded, or in base64 at any place", () => {
    const value = 'p"w\\ö\n/+ ?x';
    const known = createScrubber([secret("pw", value)]);
    const once = JSON.stringify(`see ${value}!`);
    expect(known.text(once)).toBe('"see [secret:pw]!"');
    expect(known.text(JSON.stringify(once))).toBe('"\\"see [secret:pw]!\\""');
    expect(known.text(`?q=${encodeURIComponent(value)}&r`)).toBe("?q=[secret:pw]&r");
    for (const before of ["", "a", "ab", "abc"]) {
      const encoded = Buffer.from(`${before}${value}${before}`);
      expect(known.text(encoded.toString("base64"))).toContain("[secret:pw]");
      expect(known.text(encoded.toString("base64url"))).toContain("[secret:pw]");
    }
  });

  it("prefers the longer of two values and covers values that overlap", () => {
    const known = createScrubber([secret("a", "abcdefgh"), secret("b", "abcdefghijkl"), secret("c", "ghijklmnop")]);
    expect(known.text("abcdefgh-")).toBe("[secret:a]-");
    expect(known.text("abcdefghijkl-")).toBe("[secret:b]-");
    expect(known.text("abcdefghijklmnop-")).toBe("[secret:b]-");
    expect(known.text("abcdefghijklmnop-abcdefg")).toBe("[secret:b]-abcdefg");
  });

  it("covers values that repeat into each other", () => {
    expect(createScrubber([secret("x", "abababab")]).text("ababababababX")).toBe("[secret:x]X");
  });

  it("masks a name that could not be one safely", () => {
    expect(createScrubber([{ name: "a]\nb", value: "12345678" }]).text("12345678")).toBe("[secret:a__b]");
  });

  it("still sees a shape around a value", () => {
    const known = createScrubber([secret("pw", "hunter2hunter2")]);
    expect(known.text("postgres://admin:hunter2hunter2@db")).toBe("postgres://[secret:url-credentials]@db");
  });
});

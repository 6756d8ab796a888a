/** Texts with one secret each, put together here so that no scanner takes this file for a leak. */
const digits = "1234567890";
const letters = "abcdefghijklmnopqrstuvwxyz";
const mixed = "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3gH5jK7m";
const key = `MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n${mixed}+/${mixed}==`;
const jwt = `eyJ${"hbGciOiJIUzI1NiJ9"}.eyJ${"zdWIiOiIxMjM0NTY3ODkwIn0"}.${mixed}-_x`;
const pem = (kind: string) => `-----BEGIN ${kind}-----\n${key}\n-----END ${kind}-----`;

export const SHAPE_SAMPLES: readonly { name: string; text: string; masked: string }[] = [
  whole("an OpenAI key", "api-key", `sk-${mixed}`),
  whole("an OpenAI project key", "api-key", `sk-proj-${mixed}_${mixed}-x`),
  whole("an Anthropic key", "api-key", `sk-ant-api03-${mixed}`),
  whole("a key of letters only", "api-key", `sk-${letters}`),
  whole("a short key", "api-key", "sk-" + "abc123def456"),
  whole("a GitHub token", "github-token", `ghp_${mixed.slice(0, 36)}`),
  whole("a GitHub OAuth token", "github-token", `gho_${mixed.slice(0, 36)}`),
  whole("a fine-grained GitHub token", "github-token", `github_pat_${mixed.slice(0, 22)}_${mixed}`),
  whole("a GitLab token", "gitlab-token", `glpat-${mixed.slice(0, 20)}`),
  whole("an AWS key", "aws-key", "AKIA" + "IOSFODNN7EXAMPLE"),
  whole("a temporary AWS key", "aws-key", "ASIA" + "IOSFODNN7EXAMPLE"),
  whole("a Slack token", "slack-token", `xoxb-${digits}-${digits}-${mixed.slice(0, 24)}`),
  whole("a Google key", "google-key", `AIza${mixed.slice(0, 35)}`),
  whole("an npm token", "npm-token", `npm_${mixed.slice(0, 36)}`),
  whole("a JWT", "jwt", jwt),
  whole("an encrypted JWT", "jwt", `eyJ${"hbGciOiJkaXIiLCJlbmMiOiJB"}..${mixed}.${mixed}.${mixed}`),
  whole("a private key", "private-key", pem("PRIVATE KEY")),
  whole("an RSA private key", "private-key", pem("RSA PRIVATE KEY")),
  whole("an OpenSSH private key with CRLF", "private-key", pem("OPENSSH PRIVATE KEY").replaceAll("\n", "\r\n")),
  whole("a private key inside JSON", "private-key", pem("PRIVATE KEY").replaceAll("\n", "\\n")),
  whole("a PGP private key", "private-key", pem("PGP PRIVATE KEY BLOCK").replace(key, `Version: X (y)\n\n${key}`)),
  within("a URL's credentials", "url-credentials", ["postgres://", "admin:hunter2", "@db"]),
  within("a URL's credentials without a name", "url-credentials", ["redis://", ":hunter2", "@db:6379/0"]),
  within("a token as user", "url-credentials", ["https://", "abcdef:", "@api.example.com/v1"]),
  within("a password that should have been encoded", "url-credentials", ["postgres://", "me:p/s#w?r@d", "@db/x@y"]),
  within("an email address as user", "url-credentials", ["smtp://", "me@example.com:hunter2", "@mail:25"]),
  within("escaped slashes", "url-credentials", ["mysql:\\/\\/", "root:toor", "@localhost"]),
  within("a bearer header", "authorization", ["Authorization: Bearer ", mixed, ""]),
  within("a basic header", "authorization", ["authorization: Basic ", "dXNlcjpwYXNz", ""]),
  within("a header without a scheme", "authorization", ["Authorization: ", `hunter2${mixed}`, ""]),
  within("a header of letters only", "authorization", ["Authorization: ", "correcthorse", ""]),
  within("a header in curl", "authorization", ['curl -H "Authorization: token ', mixed, '" https://example.com']),
  within("a header in JSON", "authorization", ['{"Authorization":"Bearer ', mixed, '","Accept":"*/*"}']),
  within("a header in escaped JSON", "authorization", ['{\\"authorization\\": \\"Bearer ', mixed, '\\"}']),
  within("a header with parameters", "authorization", [
    "Authorization: Digest ",
    `username="Mufasa", response="${mixed}"`,
    "",
  ]),
  within("a header with parameters in JSON", "authorization", [
    '{"Authorization":"Digest ',
    `username=\\"Mufasa\\", response=\\"${mixed}\\"`,
    '","Accept":"*/*"}',
  ]),
  within("a header with an unknown scheme", "authorization", [
    "Authorization: Custom ",
    `id${digits} more${digits}`,
    "",
  ]),
];

function whole(name: string, mask: string, text: string) {
  return { name, text, masked: `[secret:${mask}]` };
}

function within(name: string, mask: string, [before, hidden, after]: readonly [string, string, string]) {
  return { name, text: before + hidden + after, masked: `${before}[secret:${mask}]${after}` };
}

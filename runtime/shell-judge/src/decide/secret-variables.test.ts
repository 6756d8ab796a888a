import { expect, it } from "vitest";
import { commandLineJudge } from "./judge.ts";

const judge = commandLineJudge({ cwd: "/work/repo", home: "/home/u" });

it.each([
  "echo $API_KEY",
  'printf %s "$GITHUB_TOKEN" | rev',
  `echo \${PGPASSWORD:0:3}`,
  "cat <<< $AWS_SECRET_ACCESS_KEY",
  `echo "\${GH_PAT:-none}"`,
  "echo $DATABASE_URL",
  "printf %s $REDIS_URI",
  "echo $SENTRY_DSN",
  "echo $AzureConnectionString",
  "echo $npm_config__auth_token",
  "cat <<E\n$NPM_TOKEN\nE",
  "awk -v x=\"$DB_PASS\" 'BEGIN{print x}'",
])("%s would show what the environment holds", (line) => expect(judge(line).verdict).toBe("ask"));

it.each([
  `echo \${API_KEY:+set}`,
  `echo \${#API_KEY}`,
  "echo $PATH $HOME $PWD",
  "echo $MANPATH",
  "echo $URL",
  "key=a; echo $key",
  "for token in a b; do echo $token; done",
  "while read -r key rest; do echo $key; done < a",
])("%s shows no secret", (line) => expect(judge(line).verdict).toBe("allow"));

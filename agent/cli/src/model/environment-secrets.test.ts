import { expect, it } from "vitest";
import { environmentSecrets } from "./environment-secrets.ts";

it("takes the variables whose names say that they hold a secret", () => {
  const found = environmentSecrets({
    OPENAI_API_KEY: "key-1234567",
    GITHUB_TOKEN: "token-1234567",
    DB_PASSWORD: "password-1234567",
    AWS_SECRET_ACCESS_KEY: "access-1234567",
    CLIENT_SECRET: "secret-1234567",
    EMPTY_API_KEY: "",
    TOKENIZER: "gpt2-large",
    KEYBOARD: "qwertzuiop",
    "odd name_TOKEN": "cannot be a mask's name",
  });
  expect(found.map(({ name }) => name)).toEqual([
    "OPENAI_API_KEY",
    "GITHUB_TOKEN",
    "DB_PASSWORD",
    "AWS_SECRET_ACCESS_KEY",
    "CLIENT_SECRET",
  ]);
  expect(found[0]?.value).toBe("key-1234567");
});

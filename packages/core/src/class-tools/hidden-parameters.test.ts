import { expect, it } from "vitest";
import { hiddenParameters } from "./hidden-parameters.ts";

it("hides whole what holds a secret anywhere inside", () => {
  const code = { type: "string", writeOnly: true };
  const parameters = {
    type: "object",
    definitions: { login: { type: "object", properties: { next: { $ref: "#/definitions/login" }, code } } },
    properties: {
      plain: { type: "string" },
      password: { type: "string", format: "password" },
      pin: { type: "object", properties: { code } },
      list: { type: "array", items: { anyOf: [{ type: "null" }, code] } },
      login: { $ref: "#/definitions/login" },
      again: { $ref: "#/definitions/login" },
      open: { type: "object", properties: { format: { enum: ["password"] }, writeOnly: { type: "boolean" } } },
      loose: true,
    },
  };
  expect([...hiddenParameters(parameters)]).toEqual(["password", "pin", "list", "login", "again"]);
  expect(hiddenParameters({}).size).toBe(0);
});

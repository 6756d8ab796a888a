import { expect, it } from "vitest";
import { fromHome } from "./from-home.ts";

it.each([
  ["/home/ann", "~"],
  ["/home/ann/shop", "~/shop"],
  ["/home/anna/shop", "/home/anna/shop"],
  ["/srv/shop", "/srv/shop"],
])("%s is written %s", (path, written) => {
  expect(fromHome(path, "/home/ann")).toBe(written);
});

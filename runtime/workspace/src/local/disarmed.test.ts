import { expect, it } from "vitest";
import { disarmed } from "./disarmed.ts";

it("keeps every variable that a person has set, and adds those by which a folder steers programs that look", () => {
  const own = { HOME: "/home/u", npm_config_cache: "/data/npm", GOTOOLCHAIN: "auto", LANG: "C" };
  const { GIT_CONFIG_COUNT, ...environment } = disarmed(own, "/work/repo");
  expect(environment).toMatchObject({ ...own, npm_config_logs_max: "0", YARN_IGNORE_PATH: "1" });
  expect(GIT_CONFIG_COUNT).toBe("3");
  expect(disarmed({ HOME: "/home/u" }, "/work/repo").npm_config_cache).toBe("/home/u/.npm");
});

it("looks for programs in the folder last, where a person's PATH holds a place in it", () => {
  const path = (PATH: string) => disarmed({ PATH }, "/work/repo").PATH;
  expect(path("/usr/bin:/bin")).toBe("/usr/bin:/bin");
  expect(path("/work/repo/bin:.:/usr/bin::/work/repository")).toBe("/usr/bin:/work/repository:/work/repo/bin:.:");
  expect(path("/work/node_modules/.bin:/usr/bin")).toBe("/usr/bin:/work/node_modules/.bin");
});

it("loads no library and no module of the folder, where a person's path names one or has an empty place", () => {
  const own = { LD_LIBRARY_PATH: "/opt/lib::/work/repo/lib:", PYTHONPATH: ".:src", NODE_PATH: "/usr/lib/node" };
  const left = { LD_LIBRARY_PATH: "/opt/lib", PYTHONPATH: "", NODE_PATH: "/usr/lib/node" };
  expect(disarmed(own, "/work/repo")).toMatchObject(left);
});

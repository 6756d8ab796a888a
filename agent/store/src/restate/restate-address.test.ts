import { describe, expect, it } from "vitest";
import { restateAddress } from "./restate-address.ts";

describe("the address of an engine", () => {
  it("needs only a host on this machine", () => {
    expect(restateAddress("restate://127.0.0.1")).toEqual({
      ingress: "http://127.0.0.1:8080",
      admin: "http://127.0.0.1:9070",
      worker: "http://127.0.0.1:9080",
      listen: { host: "127.0.0.1", port: 9080 },
    });
  });

  it("says where workers are found, where they listen, and whom they answer", () => {
    const text = "restate://engine:18080?admin=19070&worker=http://pool:9080/v2&listen=0.0.0.0:7000&key=publickeyv1_a";
    expect(restateAddress(text)).toEqual({
      ingress: "http://engine:18080",
      admin: "http://engine:19070",
      worker: "http://pool:9080/v2",
      listen: { host: "0.0.0.0", port: 7000 },
      identityKey: "publickeyv1_a",
    });
    expect(restateAddress("restate://engine?worker=http://pool:7000").listen).toEqual({ host: "::", port: 7000 });
    expect(restateAddress("restate://[::1]?worker=http://[::1]:7000").listen).toEqual({ host: "::1", port: 7000 });
  });

  it.each([
    ["http://127.0.0.1:8080", "An engine is written restate://HOST"],
    ["restate://", "An engine is written restate://HOST"],
    ["nonsense", "An engine is written restate://HOST"],
    ["restate://engine", "Say where the engine reaches the workers: add ?worker=http://HOST:9080."],
    ["restate://127.0.0.1?workers=http://a:1", 'There is no "workers"'],
    ["restate://127.0.0.1?worker=a:1", '"a:1" is no address of workers'],
    ["restate://127.0.0.1?admin=x", '"x" is no port'],
    ["restate://127.0.0.1?listen=9080", '"" is no port'],
  ])("refuses %s in one sentence", (text, said) => {
    expect(() => restateAddress(text)).toThrow(said);
  });
});

import { describe, expect, it } from "vitest";
import { systemCallFilter } from "./system-call-filter.ts";

interface Call {
  readonly architecture: number;
  readonly number: number;
  readonly argument?: number;
  readonly second?: number;
}

const [LOAD, EQUAL, RETURN, ALLOW] = [0x20, 0x15, 0x06, 0x7fff_0000];

const holds = (code: number, register: number, value: number) =>
  code === EQUAL ? register === value : register >= value;

/** Runs a filter as the kernel does. */
function judge(filter: Uint8Array, { architecture, number, argument = 0, second = 0 }: Call): "allowed" | "refused" {
  const view = new DataView(filter.buffer);
  const data = new Map([
    [0, number],
    [4, architecture],
    [16, argument],
    [24, second],
  ]);
  let register = 0;
  for (let at = 0; ; at += 8) {
    const [code, value] = [view.getUint16(at, true), view.getUint32(at + 4, true)];
    if (code === RETURN) return value === ALLOW ? "allowed" : "refused";
    if (code === LOAD) register = data.get(value) ?? Number.NaN;
    else at += 8 * view.getUint8(at + (holds(code, register, value) ? 2 : 3));
  }
}

const PROCESSORS = [
  { arch: "x64", architecture: 0xc000_003e, socket: 41, ptrace: 101, read: 0, keyctl: 250, ringSetup: 425 },
  { arch: "arm64", architecture: 0xc000_00b7, socket: 198, ptrace: 117, read: 63, keyctl: 219, ringSetup: 425 },
] as const;

describe.each(PROCESSORS)(
  "the system call filter for $arch",
  ({ arch, architecture, socket, ptrace, read, keyctl, ringSetup }) => {
    const closed = systemCallFilter(arch, { unixSockets: false }) ?? new Uint8Array();
    const open = systemCallFilter(arch, { unixSockets: true }) ?? new Uint8Array();

    it("lets ordinary calls pass, and sockets to other machines", () => {
      for (const filter of [closed, open]) {
        expect(judge(filter, { architecture, number: read })).toBe("allowed");
        for (const family of [2, 10]) {
          expect(judge(filter, { architecture, number: socket, argument: family })).toBe("allowed");
        }
      }
    });

    it("refuses sockets of this machine where they are closed", () => {
      expect(judge(closed, { architecture, number: socket, argument: 1 })).toBe("refused");
      expect(judge(open, { architecture, number: socket, argument: 1 })).toBe("allowed");
    });

    it("refuses sockets that no network namespace holds", () => {
      for (const filter of [closed, open]) {
        expect(judge(filter, { architecture, number: socket, argument: 40 })).toBe("refused");
        expect(judge(filter, { architecture, number: socket, argument: 16 })).toBe("allowed");
      }
      for (const family of [0, 3, 31, 38, 44]) {
        expect(judge(closed, { architecture, number: socket, argument: family })).toBe("refused");
      }
    });

    it("refuses kernel keys and what makes sockets unseen", () => {
      for (const number of [keyctl, ringSetup]) expect(judge(open, { architecture, number })).toBe("refused");
    });

    it("refuses to trace the first process, and no other", () => {
      for (const argument of [0, 16, 0x4206]) {
        expect(judge(closed, { architecture, number: ptrace, argument, second: 1 })).toBe("refused");
        expect(judge(open, { architecture, number: ptrace, argument, second: 2 })).toBe("allowed");
      }
    });

    it("refuses calls that are numbered in another way", () => {
      expect(judge(closed, { architecture: 0x4000_0003, number: read })).toBe("refused");
      expect(judge(closed, { architecture, number: 0x4000_0000 + socket, argument: 1 })).toBe("refused");
    });
  },
);

it("is not made for processors whose numbers are not known", () => {
  expect(systemCallFilter("riscv64", { unixSockets: true })).toBeUndefined();
});

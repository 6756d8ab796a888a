import { vi } from "vitest";

/** The judge reads by regular expressions, so that how often one of them looks is a measure of its work. */
export function looksDuring(work: () => void): number {
  const looks = vi.spyOn(RegExp.prototype, "exec");
  try {
    work();
    return looks.mock.calls.length;
  } finally {
    looks.mockRestore();
  }
}

/** What the machine may ask of the system: the clock of the program, and nothing else. */
export function closedSystem(memory: WebAssembly.Memory, nowMs: () => number) {
  return {
    clock_time_get(_clock: number, _precision: bigint, place: number): number {
      const nanoseconds = BigInt(Math.floor(nowMs())) * 1_000_000n;
      new DataView(memory.buffer).setBigUint64(place, nanoseconds, true);
      return success;
    },
    random_get(place: number, length: number): number {
      new Uint8Array(memory.buffer, place, length).fill(0);
      return success;
    },
    fd_write: () => badFile,
  };
}

const success = 0;
const badFile = 8;

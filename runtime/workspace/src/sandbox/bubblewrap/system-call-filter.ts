/** Numbers of system calls differ by processor (asm/unistd_64.h, asm-generic/unistd.h). */
interface Processor {
  /** `AUDIT_ARCH_*` of linux/audit.h. */
  readonly audit: number;
  readonly socket: number;
  readonly ptrace: number;
  /** Kernel keys, BPF, userfaultfd, perf events and io_uring, which makes sockets unseen by a filter. */
  readonly refused: readonly number[];
}

const PROCESSORS: ReadonlyMap<string, Processor> = new Map([
  ["x64", { audit: 0xc000_003e, socket: 41, ptrace: 101, refused: [248, 249, 250, 298, 321, 323, 425, 426, 427] }],
  ["arm64", { audit: 0xc000_00b7, socket: 198, ptrace: 117, refused: [217, 218, 219, 241, 280, 282, 425, 426, 427] }],
]);

/** Numbers from here on are those of the x32 ABI, which would go around the others. */
const X32 = 0x4000_0000;

// Address families (linux/socket.h). Network namespaces hold the first three; not the one to the host of a virtual
// machine.
const AF_INET = 2;
const AF_INET6 = 10;
const AF_NETLINK = 16;
const AF_VSOCK = 40;

/**
 * The program for `bwrap --seccomp`, for a processor by Node's name: refuses what commands do not need, tracing the
 * first process, which would no longer end the others, sockets to the host of a virtual machine, and, with
 * `unixSockets` false, every socket that a network namespace does not hold: those of this machine may lead to whoever
 * listens. Undefined for unknown processors.
 */
export function systemCallFilter(
  arch: string,
  { unixSockets }: { readonly unixSockets: boolean },
): Uint8Array | undefined {
  const processor = PROCESSORS.get(arch);
  if (processor === undefined) return undefined;
  const { audit, socket, ptrace, refused } = processor;
  const instructions: Instruction[] = [
    { do: "load", at: ARCHITECTURE },
    { do: "unless-equal", to: audit, jumpTo: "refuse" },
    { do: "load", at: NUMBER },
    { do: "if-at-least", to: X32, jumpTo: "refuse" },
    ...refused.map((number) => ({ do: "if-equal" as const, to: number, jumpTo: "refuse" as const })),
    { do: "unless-equal", to: ptrace, jumpTo: AFTER_PTRACE },
    { do: "load", at: SECOND_ARGUMENT },
    { do: "if-equal", to: FIRST_PROCESS, jumpTo: "refuse" },
    { do: "load", at: NUMBER },
    { do: "unless-equal", to: socket, jumpTo: "allow" },
    { do: "load", at: FIRST_ARGUMENT },
    ...(unixSockets ? OPEN_FAMILIES : CLOSED_FAMILIES),
    { do: "return", value: ALLOW },
    { do: "return", value: REFUSE },
  ];
  return assemble(instructions);
}

const OPEN_FAMILIES: readonly Instruction[] = [{ do: "if-equal", to: AF_VSOCK, jumpTo: "refuse" }];

const CLOSED_FAMILIES: readonly Instruction[] = [
  { do: "if-equal", to: AF_INET, jumpTo: "allow" },
  { do: "if-equal", to: AF_INET6, jumpTo: "allow" },
  { do: "unless-equal", to: AF_NETLINK, jumpTo: "refuse" },
];

type Instruction =
  | { readonly do: "load"; readonly at: number }
  | {
      readonly do: "if-equal" | "unless-equal" | "if-at-least";
      readonly to: number;
      /** A number: over so many instructions. */
      readonly jumpTo: "allow" | "refuse" | number;
    }
  | { readonly do: "return"; readonly value: number };

// Offsets in `struct seccomp_data` (linux/seccomp.h).
const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;
const SECOND_ARGUMENT = 24;

const FIRST_PROCESS = 1;

/** Over the load, the comparison and the load that are for `ptrace` alone. */
const AFTER_PTRACE = 3;

// Return values (linux/seccomp.h): allowed, and refused with EPERM.
const ALLOW = 0x7fff_0000;
const REFUSE = 0x0005_0001;

// Operations (linux/bpf_common.h).
const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const RETURN = 0x06;

/** Eight bytes each: code, two jump distances, a number. The last two instructions allow and refuse. */
function assemble(instructions: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(instructions.length * 8));
  for (const [index, instruction] of instructions.entries()) {
    const [code, yes, no, value] = encode(instruction, instructions.length - 2 - index - 1);
    bytes.setUint16(index * 8, code, true);
    bytes.setUint8(index * 8 + 2, yes);
    bytes.setUint8(index * 8 + 3, no);
    bytes.setUint32(index * 8 + 4, value, true);
  }
  return new Uint8Array(bytes.buffer);
}

function encode(instruction: Instruction, toAllow: number): [number, number, number, number] {
  if (instruction.do === "load") return [LOAD, 0, 0, instruction.at];
  if (instruction.do === "return") return [RETURN, 0, 0, instruction.value];
  const { jumpTo } = instruction;
  const distance = typeof jumpTo === "number" ? jumpTo : jumpTo === "allow" ? toAllow : toAllow + 1;
  const code = instruction.do === "if-at-least" ? JUMP_IF_AT_LEAST : JUMP_IF_EQUAL;
  if (instruction.do === "unless-equal") return [code, 0, distance, instruction.to];
  return [code, distance, 0, instruction.to];
}

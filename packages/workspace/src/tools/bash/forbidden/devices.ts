import type { ShellState } from "./shell-state.ts";
import type { ShellWord } from "./word-text.ts";

/** Device files that programs write to without harm. */
const HARMLESS =
  /^\/dev\/(?:null|zero|full|u?random|tty|stdin|stdout|stderr|ptmx|console|log|(?:fd|shm|pts|mqueue|tcp|udp)\/.*)$/;

/** True for a device that holds data or drives hardware. */
export function isDevice(path: string | undefined, state: ShellState): boolean {
  const absolute = path === undefined ? undefined : state.absolute(path);
  return absolute?.startsWith("/dev/") === true && !HARMLESS.test(absolute);
}

/** The device that a program with these arguments overwrites. */
export function overwrittenDevice(name: string, args: readonly ShellWord[], state: ShellState): string | undefined {
  const operands = args.flatMap((word) => (word.text === undefined || word.text.startsWith("-") ? [] : [word.text]));
  return written(name, operands).find((path) => isDevice(path, state));
}

function written(name: string, operands: readonly string[]): readonly string[] {
  switch (name) {
    case "dd":
      return operands.filter((operand) => operand.startsWith("of=")).map((operand) => operand.slice(3));
    case "cp":
    case "mv":
      return operands.slice(-1);
    case "tee":
    case "shred":
    case "wipefs":
    case "blkdiscard":
      return operands;
    default:
      return [];
  }
}

/** True for every form of `mkfs` that does more than print about itself. */
export function makesFileSystem(name: string, args: readonly ShellWord[]): boolean {
  if (!/^(?:mkfs(?:\..+)?|mke2fs)$/.test(name)) return false;
  return args.length === 0 || !args.every((word) => /^(?:-V|-h|--help|--version)$/.test(word.text ?? ""));
}

import { InvalidArgumentError } from "commander";

/** The number of a port. Throws an `InvalidArgumentError`. */
export function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new InvalidArgumentError("It must be a number from 0 to 65535.");
}

import { mintId } from "../model/call-ids.ts";

/** A fresh id of nine letters and digits. As the id of a chunk it is replaced by the id of the call that runs. */
export function generateId(): string {
  return mintId();
}

import { isToolOption, otherToolOption } from "../tool/tool-options.ts";

/** A form of a tool. */
export interface ReadForm {
  readonly name: string;
  /** The fields that are read. */
  readonly read: ReadonlySet<string>;
  /** What it is, and where options stand that it has no place for. */
  readonly form: string;
}

/** Fields of these meanings leave a call as it would be without them. */
const HARMLESS: ReadonlySet<string> = new Set(["name", "execute"]);

/**
 * An object of one's own may have a field of any name, but none that means a guard or a schema that nothing would read.
 * Throws a `TypeError` for such a field.
 */
export function refuseUnread(given: object, { name, read, form }: ReadForm): void {
  for (const field in given) {
    const ours = read.has(field) ? undefined : (otherToolOption(field) ?? (isToolOption(field) ? field : undefined));
    if (ours === undefined || HARMLESS.has(ours) || Reflect.get(given, field) === undefined) continue;
    throw new TypeError(`Tool ${name}: ${JSON.stringify(field)} means nothing on ${form}, as ${ours}.`);
  }
}

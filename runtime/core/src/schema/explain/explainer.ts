import type { Json } from "../../json/json.ts";
import type { SchemaNode } from "../nodes/schema-node.ts";
import type { Findings } from "./findings.ts";

/** Adds what is wrong with one value to `found`. */
export type Explain = (value: Json, path: string, found: Findings) => void;

/** What the parts of an explainer share while they are made. */
export interface ExplainContext {
  readonly root: SchemaNode;
  /** Whether keys that no part of an intersection names are refused. */
  readonly closed: boolean;
  /** `inPlace`: the schema is one of several that judge the same value. */
  compile(schema: unknown, inPlace?: boolean): Explain;
}

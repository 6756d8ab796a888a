import { followReferences, pointerStep } from "../schema/nodes/json-pointer.ts";
import { isNode, listOf, membersOf, type SchemaNode } from "../schema/nodes/schema-node.ts";
import { acceptsNull, nullable } from "../schema/nodes/schema-null.ts";
import type { StrictProblem, StrictProblemCode } from "./strict-problem.ts";
import type { StrictRules } from "./strict-provider.ts";

/** How much of a provider's limits a schema takes up. */
export interface SchemaSize {
  readonly keys: number;
  readonly enumValues: number;
  readonly optionalKeys: number;
  readonly unions: number;
}

/** What a rewriting came to. */
export interface RewrittenSchema {
  readonly schema: SchemaNode;
  readonly problems: readonly StrictProblem[];
  readonly size: SchemaSize;
}

/** Keywords that say what keys or items mean in ways that no provider's grammar knows. */
const STRUCTURAL = new Set([
  ...["allOf", "not", "if", "then", "else", "patternProperties", "propertyNames", "contains", "prefixItems"],
  ...["additionalItems", "unevaluatedProperties", "unevaluatedItems", "dependencies", "dependentSchemas"],
  ...["dependentRequired", "$dynamicRef", "$recursiveRef"],
]);

/** What no provider's pattern may hold, past escapes and classes of characters, in which it means nothing. */
const LOOKAROUND = /^(?:\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\((?!\?<?[=!])|[^\\[(])*\(\?<?[=!]/;

/** Writes a schema as a provider's strict mode takes it: closed, and without keywords that only narrow values. */
export function rewriteSchema(root: SchemaNode, rules: StrictRules): RewrittenSchema {
  const rewriter = new Rewriter(root, rules);
  const schema = rewriter.rewrite(root, "", 0);
  if (root.type !== "object" || root.anyOf !== undefined || root.oneOf !== undefined)
    rewriter.note("root_not_object", "");
  return { schema, problems: rewriter.problems, size: rewriter.size() };
}

class Rewriter {
  readonly #root: SchemaNode;
  readonly #rules: StrictRules;
  readonly problems: StrictProblem[] = [];
  #keys = 0;
  #enumValues = 0;
  #optionalKeys = 0;
  #unions = 0;

  constructor(root: SchemaNode, rules: StrictRules) {
    this.#root = root;
    this.#rules = rules;
  }

  note(code: StrictProblemCode, path: string, keyword?: string): void {
    this.problems.push({ code, path, ...(keyword === undefined ? {} : { keyword }) });
  }

  size(): SchemaSize {
    return {
      keys: this.#keys,
      enumValues: this.#enumValues,
      optionalKeys: this.#optionalKeys,
      unions: this.#unions,
    };
  }

  rewrite(node: SchemaNode, path: string, depth: number): SchemaNode {
    if (depth > this.#rules.maxDepth) {
      this.note("too_deep", path);
      return node;
    }
    this.#judge(node, path);
    const kept = Object.entries(node).filter(([keyword, value]) => this.#keeps(keyword, value));
    const plain = Object.fromEntries(kept);
    const below = {
      ...this.#definitions(node, path),
      ...this.#union(node, path, depth),
      ...this.#items(node, path, depth),
    };
    return { ...plain, ...below, ...this.#members(node, path, depth) };
  }

  #judge(node: SchemaNode, path: string): void {
    for (const keyword of Object.keys(node)) {
      if (STRUCTURAL.has(keyword)) this.note("unsupported_keyword", path, keyword);
    }
    const { $ref, type, enum: values, const: constant } = node;
    this.#enumValues += listOf(values).length;
    if (Array.isArray(type)) this.#unions += 1;
    if (typeof $ref === "string") {
      if (followReferences(node, this.#root) === undefined) this.note("unsupported_reference", path, $ref);
      return;
    }
    const says = [type, values, constant, node.anyOf, node.oneOf, node.properties];
    if (says.every((part) => part === undefined)) this.note("any_value", path);
  }

  #keeps(keyword: string, value: unknown): boolean {
    if (!this.#rules.keywords.has(keyword)) return false;
    if (keyword === "pattern") return !LOOKAROUND.test(String(value));
    if (keyword === "format") return this.#rules.formats.has(String(value));
    return keyword !== "minItems" || Number(value) <= this.#rules.maxMinItems;
  }

  #definitions(node: SchemaNode, path: string): SchemaNode {
    const found = ["$defs", "definitions"].filter((keyword) => isNode(node[keyword]));
    const rewritten = found.map((keyword) => [keyword, this.#named(node[keyword], `${path}/${keyword}`, 0)]);
    return Object.fromEntries(rewritten);
  }

  /** A `oneOf` goes out as `anyOf`: the runner still judges by the original. */
  #union(node: SchemaNode, path: string, depth: number): SchemaNode {
    const keyword = node.anyOf === undefined ? "oneOf" : "anyOf";
    if (!Array.isArray(node[keyword])) return {};
    this.#unions += 1;
    const arms = listOf(node[keyword]).map((arm, place) => this.#any(arm, `${path}/${keyword}/${place}`, depth));
    return { anyOf: arms };
  }

  #items({ items, type }: SchemaNode, path: string, depth: number): SchemaNode {
    if (items === undefined && ![type].flat().includes("array")) return {};
    return { items: this.#any(items, `${path}/items`, depth + 1) };
  }

  #members(node: SchemaNode, path: string, depth: number): SchemaNode {
    if (node.properties === undefined && ![node.type].flat().includes("object")) return {};
    const { additionalProperties: others, required } = node;
    const isFree = node.properties === undefined && others !== false;
    if (isFree || (others !== undefined && others !== false)) this.note("open_object", path);
    const properties = this.#named(node.properties, `${path}/properties`, depth + 1);
    const optional = Object.keys(properties).filter((key) => !listOf(required).includes(key));
    this.#keys += Object.keys(properties).length;
    const closed = { properties, additionalProperties: false };
    if (!this.#rules.requiresAllKeys) {
      this.#optionalKeys += optional.length;
      return closed;
    }
    return { ...closed, properties: this.#nullables(properties, optional), required: Object.keys(properties) };
  }

  #nullables(properties: Readonly<Record<string, SchemaNode>>, optional: readonly string[]): SchemaNode {
    const members = Object.entries(properties).map(([key, member]) => {
      const isMadeNullable = optional.includes(key) && !acceptsNull(member, this.#root);
      return [key, isMadeNullable ? nullable(member) : member];
    });
    return Object.fromEntries(members);
  }

  #named(members: unknown, path: string, depth: number): Record<string, SchemaNode> {
    const rewritten = membersOf(members).map(([name, member]): [string, SchemaNode] => {
      return [name, this.#any(member, `${path}${pointerStep(name)}`, depth)];
    });
    return Object.fromEntries(rewritten);
  }

  #any(schema: unknown, path: string, depth: number): SchemaNode {
    if (isNode(schema)) return this.rewrite(schema, path, depth);
    this.note("any_value", path);
    return {};
  }
}

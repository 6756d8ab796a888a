import { defineTool } from "@toolwright/core";

/** A tool that programs of every provider may call. */
export const stock = defineTool({
  name: "stock",
  description: "How many there are.",
  input: { type: "object", properties: { sku: { type: "string" } }, required: ["sku"] },
  output: { type: "object", properties: { units: { type: "number" } }, required: ["units"] },
  allowlist: "all",
  effects: "read",
  execute: () => ({ units: 42 }),
});

/** The bills that were paid. */
export const paid: unknown[] = [];

/** One that may ask a person. */
export const pay = defineTool({
  name: "pay",
  description: "Pays a bill.",
  input: { type: "object", properties: { bill: { type: "number" } }, required: ["bill"] },
  effects: "external",
  execute: ({ bill }: { bill: number }) => {
    paid.push(bill);
    return `paid ${bill}`;
  },
});

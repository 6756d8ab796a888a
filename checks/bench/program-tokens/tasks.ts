import type { ScriptCall } from "@toolwright/core/testing";
import { ARTICLES, CUSTOMERS, expensesOf, ORDERS, PEOPLE } from "./data.ts";

export interface Task {
  readonly name: string;
  readonly question: string;
  /** The calls, in groups of which each needs what those before it came to. */
  readonly calls: readonly (readonly ScriptCall[])[];
  /** What a model writes to do the same. */
  readonly program: string;
  /** What the program has to return. */
  readonly value: unknown;
  /** What the model says at the end. */
  readonly answer: string;
}

const total = PEOPLE.flatMap(({ person }) => expensesOf(person)).reduce((sum, { euros }) => sum + euros, 0);

const LOOKUPS: Task = {
  name: "20 lookups and a sum",
  question: 'What did the team "field" spend in November 2026, all together?',
  calls: [
    [{ name: "list_people", arguments: { team: "field" } }],
    PEOPLE.map(({ person }) => ({ name: "list_expenses", arguments: { person, month: "2026-11" } })),
  ],
  program: `const people = await tools.list_people({ team: "field" });
const lists = await Promise.all(people.map(({ person }) => tools.list_expenses({ person, month: "2026-11" })));
return lists.flat().reduce((sum, { euros }) => sum + euros, 0);`,
  value: total,
  answer: `The team spent ${total} euros in November 2026.`,
};

const byCountry = Object.fromEntries(
  [...new Set(CUSTOMERS.map(({ country }) => country))].sort().map((country) => {
    const ids = CUSTOMERS.filter((customer) => customer.country === country).map(({ customer_id }) => customer_id);
    const orders = ORDERS.filter(({ customer_id }) => ids.includes(customer_id));
    return [country, orders.reduce((sum, { euros }) => sum + euros, 0)];
  }),
);

const JOIN: Task = {
  name: "join of two lists",
  question: "How much did customers of each country order in November 2026?",
  calls: [
    [
      { name: "list_orders", arguments: { from: "2026-11-01", to: "2026-11-30" } },
      { name: "list_customers", arguments: { limit: 1_000 } },
    ],
  ],
  program: `const [orders, customers] = await Promise.all([
  tools.list_orders({ from: "2026-11-01", to: "2026-11-30" }),
  tools.list_customers({ limit: 1000 }),
]);
const countryOf = new Map(customers.map(({ customer_id, country }) => [customer_id, country]));
const totals = {};
for (const { customer_id, euros } of orders) {
  const country = countryOf.get(customer_id);
  totals[country] = (totals[country] ?? 0) + euros;
}
return totals;`,
  value: byCountry,
  answer: `By country: ${Object.entries(byCountry)
    .map(([country, euros]) => `${country} ${euros} euros`)
    .join(", ")}.`,
};

const raised = ARTICLES.map(({ article, euros }) => ({ article, euros: euros * 1.25 }));

const WRITES: Task = {
  name: "three writes behind a check",
  question: "Raise the prices of lamp, desk and chair by a quarter, each only if it is in stock.",
  calls: [
    ARTICLES.map(({ article }) => ({ name: "get_price", arguments: { article } })),
    raised.map((price) => ({ name: "set_price", arguments: price })),
  ],
  program: `const prices = await Promise.all(["lamp", "desk", "chair"].map((article) => tools.get_price({ article })));
const changed = prices.filter(({ stock }) => stock > 0).map(({ article, euros }) => ({ article, euros: euros * 1.25 }));
for (const price of changed) await tools.set_price(price);
return changed;`,
  value: raised,
  answer: `Raised: ${raised.map(({ article, euros }) => `${article} to ${euros}`).join(", ")}.`,
};

export const TASKS: readonly Task[] = [LOOKUPS, JOIN, WRITES];

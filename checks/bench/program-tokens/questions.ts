import { CUSTOMERS, expensesOf, ORDERS, PEOPLE } from "./data.ts";
import { TASKS } from "./tasks.ts";

/** What a model is asked, and what it has to come to. */
export interface Question {
  readonly name: string;
  readonly question: string;
  /** All of these stand in what its last program returned, or in its answer. */
  readonly wanted: readonly (string | number)[];
  /** The only calls that change something, each made once. */
  readonly changes: readonly string[];
}

const spentBy = (person: string, category?: string) =>
  sumOf(expensesOf(person).filter((expense) => category === undefined || expense.category === category));
const orderedBy = (customerId: string) => sumOf(ORDERS.filter(({ customer_id }) => customer_id === customerId));

/** The three tasks of the tape, and nine that need one to twenty calls. */
export const QUESTIONS: readonly Question[] = [
  ...TASKS.map(({ name, question, calls, value }) => ({
    name,
    question,
    wanted: typeof value === "object" && !Array.isArray(value) ? numbersIn(value) : [value].flat().filter(isScalar),
    changes: calls.flatMap((group) =>
      group.filter((call) => call.name === "set_price").map((call) => `set_price ${JSON.stringify(call.arguments)}`),
    ),
  })),
  asked("who spent most", 'Who of the team "field" spent most in November 2026?', [
    greatest(PEOPLE, ({ person }) => spentBy(person)).person,
  ]),
  asked("people of a role", 'How many people of the team "field" have the role "sales"?', [
    PEOPLE.filter(({ role }) => role === "sales").length,
  ]),
  asked("a category", 'What did the team "field" spend on travel in November 2026, all together?', [
    PEOPLE.reduce((sum, { person }) => sum + spentBy(person, "travel"), 0),
  ]),
  asked("large orders", "How many orders of November 2026 are of more than 300 euros?", [
    ORDERS.filter(({ euros }) => euros > 300).length,
  ]),
  asked("the best customer", "What is the name of the customer who ordered for most euros in November 2026?", [
    greatest(CUSTOMERS, ({ customer_id }) => orderedBy(customer_id)).name,
  ]),
  asked("customers of a country", "How many customers do we have in Germany (DE)?", [
    CUSTOMERS.filter(({ country }) => country === "DE").length,
  ]),
  asked("an order of three articles", "What would 4 lamps, 2 desks and 6 chairs cost together?", [1_040]),
  asked("the largest order", "What is the id of the largest order of November 2026, by euros?", [
    greatest(ORDERS, ({ euros }) => euros).order_id,
  ]),
  asked("customers without an order", "How many of our customers ordered nothing in November 2026?", [
    CUSTOMERS.filter(({ customer_id }) => orderedBy(customer_id) === 0).length,
  ]),
];

function asked(name: string, question: string, wanted: Question["wanted"]): Question {
  return { name, question, wanted, changes: [] };
}

function sumOf(rows: readonly { readonly euros: number }[]): number {
  return rows.reduce((sum, { euros }) => sum + euros, 0);
}

function greatest<T>(rows: readonly T[], sizeOf: (row: T) => number): T {
  return rows.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one));
}

function numbersIn(value: object | null): readonly number[] {
  return Object.values(value ?? {}).filter((each) => typeof each === "number");
}

function isScalar(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** What the tools of the tasks answer: the same in every run. */

export const PEOPLE = Array.from({ length: 20 }, (_, index) => {
  const person = `person-${String(index + 1).padStart(2, "0")}`;
  return { person, email: `${person}@example.org`, role: ["sales", "support", "engineering"][index % 3] ?? "" };
});

const CATEGORIES = ["travel", "meals", "hotel", "material"];

export function expensesOf(person: string) {
  const number = Number(person.slice(-2));
  return Array.from({ length: 12 }, (_, index) => ({
    euros: 10 + ((number * 37 + index * 53) % 290),
    day: `2026-11-${String(28 - index * 2).padStart(2, "0")}`,
    category: CATEGORIES[(number + index) % CATEGORIES.length] ?? "",
  }));
}

const COUNTRIES = ["AT", "DE", "FR", "IT", "PL"];

export const CUSTOMERS = Array.from({ length: 25 }, (_, index) => ({
  customer_id: `c-${1_000 + index}`,
  name: `Customer ${index + 1}`,
  country: COUNTRIES[(index * 7) % COUNTRIES.length] ?? "",
}));

export const ORDERS = Array.from({ length: 60 }, (_, index) => ({
  order_id: `o-${5_000 + index}`,
  customer_id: CUSTOMERS[(index * 11) % CUSTOMERS.length]?.customer_id ?? "",
  euros: 20 + ((index * 97) % 480),
}));

export const ARTICLES = ["lamp", "desk", "chair"].map((article, index) => ({
  article,
  euros: 40 * (index + 1),
  stock: 3 * (index + 1),
}));

/** What a tool of `fiftyTools` answers. */
export function answer(name: string, input: Readonly<Record<string, unknown>>): unknown {
  switch (name) {
    case "list_people":
      return PEOPLE;
    case "list_expenses":
      if (!PEOPLE.some(({ person }) => person === input.person)) throw new Error(`There is no person ${input.person}.`);
      return expensesOf(String(input.person));
    case "list_orders":
      return ORDERS;
    case "list_customers":
      return CUSTOMERS;
    case "get_price":
      return ARTICLES.find(({ article }) => article === input.article);
    case "set_price":
      return `The price of ${input.article} is ${input.euros} now.`;
    default:
      throw new Error(`No task calls ${name}.`);
  }
}

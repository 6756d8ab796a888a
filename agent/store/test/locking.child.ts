// Keeps a database locked until it is told to let go, as a program does that hangs in a transaction.
import { DatabaseSync } from "node:sqlite";

const [file = ""] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec("BEGIN EXCLUSIVE");
console.log("locked");
process.stdin.once("data", () => {
  database.exec("ROLLBACK");
  database.close();
  process.exit();
});

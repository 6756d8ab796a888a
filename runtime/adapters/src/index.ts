export { type ForeignCall, type ForeignQuestion, foreignCall, foreignQuestion } from "./calls/foreign-call.ts";

export { type OfflineOptions, offline } from "./offline.ts";

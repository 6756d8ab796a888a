import type { Catalogue } from "../catalogue.ts";
import * as composer from "./composer.ts";
import * as conversation from "./conversation.ts";
import * as page from "./page.ts";
import * as settings from "./settings.ts";
import { shared } from "./shared.ts";

/** The whole page in German. */
export const GERMAN: Catalogue = { ...shared, ...page, ...conversation, ...composer, ...settings };

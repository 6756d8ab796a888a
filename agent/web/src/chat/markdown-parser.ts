import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";

/** Reads Markdown as the page shows it. */
export const markdownParser = unified().use(remarkParse).use(remarkGfm).freeze();

/** Where one place of a text may define what others show. */
export const DEFINITION = /^[ >]{0,8}\[[^\]\n]{1,999}\]:/m;

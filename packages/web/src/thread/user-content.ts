import type { UserThreadMessage } from "@toolwright/view";

/** What a user says: a text, or texts and images. */
export type UserContent = UserThreadMessage["content"];

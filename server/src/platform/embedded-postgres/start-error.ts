/** Why the embedded database cannot start: one line for the operator, who can fix it. */
export class EmbeddedStartError extends Error {}

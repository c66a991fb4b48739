/** Why the embedded database can't start here: one line for whoever starts it, who can do something about it. */
export class EmbeddedStartError extends Error {}

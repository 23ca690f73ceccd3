/** The embedded PostgreSQL cannot serve; the message is one sentence for the person who started the server. */
export class EmbeddedError extends Error {}

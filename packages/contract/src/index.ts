/** The whole API. */
export * as api from './api.ts';

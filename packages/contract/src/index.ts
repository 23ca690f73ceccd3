import { auth, shell } from './auth/endpoints.ts';
import { campaigns } from './campaigns/endpoints.ts';
import { lookups } from './lookups/endpoints.ts';
import { system } from './system/endpoints.ts';

/** The whole API. Every group is mounted by the server and called by the typed client. */
export const api = { auth, shell, campaigns, lookups, system };
export type Api = typeof api;

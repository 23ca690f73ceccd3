import { auditLog } from './audit-log/endpoints.ts';
import { auth, shell } from './auth/endpoints.ts';
import { campaigns } from './campaigns/endpoints.ts';
import { configuration } from './configuration/endpoints.ts';
import { forms } from './forms/endpoints.ts';
import { lookups } from './lookups/endpoints.ts';
import { system } from './system/endpoints.ts';
import { users } from './users/endpoints.ts';

/** The whole API. Every group is mounted by the server and called by the typed client. */
export const api = { auth, shell, campaigns, configuration, forms, lookups, users, auditLog, system };
export type Api = typeof api;

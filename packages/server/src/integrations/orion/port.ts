import type { RemotePerson } from '../remote/person.ts';

/** `total` is approximate: what is read may differ. */
export type RemoteAudience = { id: string; description: string; total: number; createdAt: Date };

export type AudienceName = Pick<RemoteAudience, 'id' | 'description'>;

/** "Orion": an HTTP service with ORION_URL, else tables of this database. Any failure is DASHBOARD_UNAVAILABLE. */
export interface OrionConnector {
  /** At most REMOTE_SEARCH_MAX, newest first; empty for an empty search. `date` is a day of the product's zone. */
  search(typed: { date?: string | undefined; description?: string | undefined }): Promise<AudienceName[]>;
  /** Null for an unknown audience. */
  find(audienceId: string): Promise<RemoteAudience | null>;
  /** In pages of up to a thousand, on demand. Throws DASHBOARD_AUDIENCE_UNKNOWN or, after retries, DASHBOARD_UNAVAILABLE. */
  contacts(audienceId: string): AsyncIterable<readonly RemotePerson[]>;
}

import type { RemotePerson } from '../remote/person.ts';

/** An audience of the phone dashboard, as much of it as this product shows (spec 3, Dashboard audience). */
export interface RemoteAudience {
  id: string;
  description: string;
  /** Contacts in it; what is really read may differ a little, it is another system. */
  total: number;
  createdAt: Date;
}

export interface AudienceName {
  id: string;
  description: string;
}

/** A contact of the phone dashboard. */
type RemoteContact = RemotePerson;

/**
 * The phone dashboard "Orion" (decisions 9): an HTTP service with ORION_URL, else the tables of this database. Whatever is wrong
 * with the other side (down, slow, lying) is one refusal, DASHBOARD_UNAVAILABLE.
 */
export interface OrionConnector {
  /** At most SEARCH_LIMIT, newest first; nothing typed finds nothing. `date` is a day of the product, YYYY-MM-DD. */
  search(typed: { date?: string | undefined; description?: string | undefined }): Promise<AudienceName[]>;
  /** Null: there is no such audience. */
  find(audienceId: string): Promise<RemoteAudience | null>;
  /**
   * Everybody in it, in pages of at most a thousand, each asked for when the one before was taken. An audience that is not
   * there (any more) throws DASHBOARD_AUDIENCE_UNKNOWN, a system that fails in spite of some patience DASHBOARD_UNAVAILABLE.
   */
  contacts(audienceId: string): AsyncIterable<readonly RemoteContact[]>;
}

export const SEARCH_LIMIT = 50;

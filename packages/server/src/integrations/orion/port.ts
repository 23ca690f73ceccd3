import type { RemotePerson } from '../remote/person.ts';

/** An audience of the phone dashboard, as much of it as this product shows. */
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
 * The phone dashboard "Orion": an HTTP service with ORION_URL, else the tables of this database. Every failure of the other
 * side (down, slow, invalid answers) is the error DASHBOARD_UNAVAILABLE.
 */
export interface OrionConnector {
  /** At most ORION_SEARCH_LIMIT, newest first; empty text finds nothing. `date` is a day in the product's time zone, YYYY-MM-DD. */
  search(typed: { date?: string | undefined; description?: string | undefined }): Promise<AudienceName[]>;
  /** Null: there is no such audience. */
  find(audienceId: string): Promise<RemoteAudience | null>;
  /**
   * All its contacts, in pages of at most a thousand, each requested when the one before was taken. Throws
   * DASHBOARD_AUDIENCE_UNKNOWN if there is no such audience, DASHBOARD_UNAVAILABLE if the system fails several times.
   */
  contacts(audienceId: string): AsyncIterable<readonly RemoteContact[]>;
}

export const ORION_SEARCH_LIMIT = 50;

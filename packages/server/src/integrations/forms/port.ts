import type { RemotePerson } from '../remote/person.ts';

export interface RemoteForm {
  id: string;
  name: string;
  /** Where it is filled in; http(s) or null. */
  url: string | null;
  /** Null for unlimited. */
  slots: number | null;
  enrolled: number;
  /** As the forms system spells it. */
  status: string;
  /** Registrations that an import could load. */
  available: number;
  createdAt: Date;
}

/** An HTTP service with FORMS_URL, else tables of this database. Any failure is FORMS_UNAVAILABLE, within seconds. */
export interface FormsConnector {
  /** At most REMOTE_SEARCH_MAX, best first; empty for an empty search. */
  search(typed: { name?: string | undefined; id?: string | undefined }): Promise<Pick<RemoteForm, 'id' | 'name'>[]>;
  /** Null for an unknown form. Cached for two seconds. */
  find(formId: string): Promise<RemoteForm | null>;
  /** In pages of up to a thousand, on demand. Throws FORM_UNKNOWN or, after retries, FORMS_UNAVAILABLE. */
  registrations(formId: string): AsyncIterable<readonly RemotePerson[]>;
}

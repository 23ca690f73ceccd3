import type { RemotePerson } from '../remote/person.ts';

/** A form of the forms system, as much of it as this product shows or keeps. */
export interface RemoteForm {
  id: string;
  name: string;
  /** Where a person fills it in; http(s) only, null when the system gave none. */
  url: string | null;
  /** Null is unlimited. */
  slots: number | null;
  enrolled: number;
  /** The status as the forms system spells it. */
  status: string;
  /** Enrolled people that an import could bring. */
  available: number;
  createdAt: Date;
}

export interface FormName {
  id: string;
  name: string;
}

/**
 * The forms system: an HTTP service with FORMS_URL, else the tables of this database. Every failure of the other side (down,
 * slow, invalid answers) is the error FORMS_UNAVAILABLE, within seconds.
 */
export interface FormsConnector {
  /** At most FORMS_SEARCH_LIMIT, best first; empty text finds nothing. */
  search(typed: { name?: string | undefined; id?: string | undefined }): Promise<FormName[]>;
  /** Null: there is no such form. The answer may be two seconds old. */
  find(formId: string): Promise<RemoteForm | null>;
  /**
   * All persons enrolled in it, in pages of at most a thousand, each requested when the one before was taken. Throws
   * FORM_UNKNOWN if there is no such form, FORMS_UNAVAILABLE if the system fails several times.
   */
  registrations(formId: string): AsyncIterable<readonly RemotePerson[]>;
}

export const FORMS_SEARCH_LIMIT = 50;

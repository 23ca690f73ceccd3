import type { RemotePerson } from '../remote/person.ts';

/** A form of the forms system, as much of it as this product shows or keeps (spec 3, Form summary). */
export interface RemoteForm {
  id: string;
  name: string;
  /** Where a person fills it in; http(s) only, null when the system gave none (SEC-37). */
  url: string | null;
  /** Null is unlimited. */
  slots: number | null;
  enrolled: number;
  /** In the system's own word. */
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
 * The forms system (decisions 9): an HTTP service with FORMS_URL, else the tables of this database. Whatever is wrong with the
 * other side (down, slow, lying) is one refusal, FORMS_UNAVAILABLE, within seconds.
 */
export interface FormsConnector {
  /** At most SEARCH_LIMIT, best first; nothing typed finds nothing. */
  search(typed: { name?: string | undefined; id?: string | undefined }): Promise<FormName[]>;
  /** Null: there is no such form. The answer may be two seconds old. */
  find(formId: string): Promise<RemoteForm | null>;
  /**
   * Everybody enrolled in it, in pages of at most a thousand, each asked for when the one before was taken. A form that is not
   * there (any more) throws FORM_UNKNOWN, a system that fails in spite of some patience FORMS_UNAVAILABLE.
   */
  registrations(formId: string): AsyncIterable<readonly RemotePerson[]>;
}

export const SEARCH_LIMIT = 50;

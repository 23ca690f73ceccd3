import { REMOTE_SEARCH_MAX } from '@campanero/contract/limits';
import { containsText, type Db, hasRows, inSpanishOrder, selectFirst, selectRows, sql } from '../../db/index.ts';
import { AppError } from '../../work/app-error.ts';
import { isOwnId, readTablePages, type TableRow } from '../remote/person.ts';
import { PAGE_SIZE } from '../remote/pages.ts';
import type { FormsConnector, RemoteForm } from './port.ts';

/** Without FORMS_URL: forms in this database. */
export const createBuiltInForms = (db: Db): FormsConnector => ({
  async search({ name, id }) {
    if (!name && !id) return [];
    const column = sql.ref<string>('form.name');
    const isNamed = name ? containsText(column, name) : sql`true`;
    // Prefix match while an id is typed.
    return selectRows<Pick<RemoteForm, 'id' | 'name'>>(db)`
      select id::text, name from form where ${isNamed} and starts_with(id::text, ${id ?? ''})
      order by ${inSpanishOrder(column)}, form.id limit ${REMOTE_SEARCH_MAX}`;
  },

  async find(formId) {
    if (!isOwnId(formId)) return null;
    const form = await selectFirst<Omit<RemoteForm, 'available'>>(db)`
      select id::text, name, url, slots, status, created_at,
        (select count(*)::int from form_registration where form_id = form.id) as enrolled
      from form where id = ${Number(formId)}`;
    return form ? { ...form, available: form.enrolled } : null;
  },

  async *registrations(formId) {
    const isKnown = isOwnId(formId) && (await hasRows(db)`select 1 from form where id = ${Number(formId)}`);
    if (!isKnown) throw new AppError('FORM_UNKNOWN');
    yield* readTablePages(
      (after) => selectRows<TableRow>(db)`
        select position, phone, first_name, last_name, email, document, birthday, gender from form_registration
        where form_id = ${Number(formId)} and position > ${after} order by position limit ${PAGE_SIZE}`,
    );
  },
});

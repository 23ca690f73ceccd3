import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { containsText, inSpanishOrder } from '../../db/text.ts';
import { SEARCH_LIMIT, type FormsConnector } from './port.ts';

/** Without FORMS_URL: the forms kept in this database. */
export const createBuiltInForms = (db: Db): FormsConnector => ({
  async search({ name, id }) {
    if (!name && !id) return [];
    const found = await db
      .selectFrom('form')
      .select(['id', 'name'])
      .$if(Boolean(name), (query) => query.where((eb) => containsText(eb.ref('form.name'), name!)))
      // A number is typed from its beginning.
      .$if(Boolean(id), (query) => query.where(sql<boolean>`starts_with(form.id::text, ${id})`))
      .orderBy(inSpanishOrder(sql.ref<string>('form.name')))
      .orderBy('id')
      .limit(SEARCH_LIMIT)
      .execute();
    return found.map((form) => ({ id: String(form.id), name: form.name }));
  },

  async find(formId) {
    // Ids are text on the port: whatever is no number of ours is simply unknown here.
    if (!/^[1-9]\d{0,14}$/.test(formId)) return null;
    const form = await db
      .selectFrom('form')
      .select((eb) => [
        'form.id',
        'form.name',
        'form.url',
        'form.slots',
        'form.status',
        'form.createdAt',
        eb
          .selectFrom('formRegistration')
          .select((inner) => inner.fn.countAll<number>().as('n'))
          .whereRef('formRegistration.formId', '=', 'form.id')
          .as('enrolled'),
      ])
      .where(sql<boolean>`form.id = ${formId}::bigint`)
      .executeTakeFirst();
    if (!form) return null;
    const enrolled = form.enrolled ?? 0;
    return { ...form, id: String(form.id), enrolled, available: enrolled };
  },
});

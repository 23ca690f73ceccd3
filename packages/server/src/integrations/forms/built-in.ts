import { REMOTE_SEARCH_MAX } from '@campanero/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { containsText, inSpanishOrder } from '../../db/text.ts';
import { AppError } from '../../work/app-error.ts';
import { isOwnId, readTablePages } from '../remote/person.ts';
import { PAGE_SIZE } from '../remote/pages.ts';
import type { FormsConnector } from './port.ts';

/** Without FORMS_URL: forms in this database. */
export const createBuiltInForms = (db: Db): FormsConnector => ({
  async search({ name, id }) {
    if (!name && !id) return [];
    const found = await db
      .selectFrom('form')
      .select(['id', 'name'])
      .$if(Boolean(name), (query) => query.where((eb) => containsText(eb.ref('form.name'), name!)))
      // Prefix match while an id is typed.
      .$if(Boolean(id), (query) => query.where(sql<boolean>`starts_with(form.id::text, ${id})`))
      .orderBy(inSpanishOrder(sql.ref<string>('form.name')))
      .orderBy('id')
      .limit(REMOTE_SEARCH_MAX)
      .execute();
    return found.map((form) => ({ id: String(form.id), name: form.name }));
  },

  async find(formId) {
    if (!isOwnId(formId)) return null;
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
      .where('form.id', '=', Number(formId))
      .executeTakeFirst();
    if (!form) return null;
    const enrolled = form.enrolled ?? 0;
    return { ...form, id: String(form.id), enrolled, available: enrolled };
  },

  async *registrations(formId) {
    if (!isOwnId(formId) || !(await isKnown(db, Number(formId)))) throw new AppError('FORM_UNKNOWN');
    yield* readTablePages((after) =>
      db
        .selectFrom('formRegistration')
        .select(['position', 'phone', 'firstName', 'lastName', 'email', 'document', 'birthday', 'gender'])
        .where('formId', '=', Number(formId))
        .where('position', '>', after)
        .orderBy('position')
        .limit(PAGE_SIZE)
        .execute(),
    );
  },
});

const isKnown = async (db: Db, formId: number) =>
  (await db.selectFrom('form').select('id').where('id', '=', formId).executeTakeFirst()) !== undefined;

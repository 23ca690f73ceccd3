import { REMOTE_SEARCH_MAX } from '@campanero/contract/limits';
import { AUDIENCE_FIELDS } from '@campanero/contract/loads/csv/columns';
import { dayBounds } from '@campanero/contract/shared/dates';
import type { Db } from '../../db/client.ts';
import { containsText } from '../../db/text.ts';
import { AppError } from '../../work/app-error.ts';
import { isOwnId, readTablePages } from '../remote/person.ts';
import { PAGE_SIZE } from '../remote/pages.ts';
import type { OrionConnector } from './port.ts';

/** Without ORION_URL: audiences in this database. */
export function createBuiltInOrion(db: Db): OrionConnector {
  async function find(audienceId: string) {
    if (!isOwnId(audienceId)) return null;
    const audience = await db
      .selectFrom('dashboardAudience')
      .select(['id', 'description', 'total', 'createdAt'])
      .where('id', '=', Number(audienceId))
      .executeTakeFirst();
    return audience ? { ...audience, id: String(audience.id) } : null;
  }

  return {
    find,

    async search({ date, description }) {
      if (!date && !description) return [];
      const found = await db
        .selectFrom('dashboardAudience')
        .select(['id', 'description'])
        .$if(Boolean(description), (query) =>
          query.where((eb) => containsText(eb.ref('dashboardAudience.description'), description!)),
        )
        .$if(Boolean(date), (query) => {
          const { from, to } = dayBounds(date!);
          return query.where('createdAt', '>=', from).where('createdAt', '<', to);
        })
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(REMOTE_SEARCH_MAX)
        .execute();
      return found.map((audience) => ({ ...audience, id: String(audience.id) }));
    },

    async *contacts(audienceId) {
      if (!(await find(audienceId))) throw new AppError('DASHBOARD_AUDIENCE_UNKNOWN');
      yield* readTablePages((after) =>
        db
          .selectFrom('dashboardAudienceContact')
          .select(['position', ...AUDIENCE_FIELDS.filter((field) => field !== 'mobile')])
          .where('audienceId', '=', Number(audienceId))
          .where('position', '>', after)
          .orderBy('position')
          .limit(PAGE_SIZE)
          .execute(),
      );
    },
  };
}

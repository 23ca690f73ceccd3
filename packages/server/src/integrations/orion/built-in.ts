import { REMOTE_SEARCH_MAX } from '@campanero/contract/limits';
import { AUDIENCE_FIELDS } from '@campanero/contract/loads/csv/columns';
import { dayBounds } from '@campanero/contract/shared/dates';
import { columnOf, containsText, type Db, selectFirst, selectRows, sql } from '../../db/index.ts';
import { AppError } from '../../work/app-error.ts';
import { isOwnId, readTablePages, type TableRow } from '../remote/person.ts';
import { PAGE_SIZE } from '../remote/pages.ts';
import type { AudienceName, OrionConnector, RemoteAudience } from './port.ts';

const CONTACT_COLUMNS = sql.join(
  AUDIENCE_FIELDS.filter((field) => field !== 'mobile').map((field) => sql.ref(columnOf(field))),
);

/** Without ORION_URL: audiences in this database. */
export function createBuiltInOrion(db: Db): OrionConnector {
  async function find(audienceId: string) {
    if (!isOwnId(audienceId)) return null;
    const audience = await selectFirst<RemoteAudience>(db)`
      select id::text, description, total, created_at from dashboard_audience where id = ${Number(audienceId)}`;
    return audience ?? null;
  }

  return {
    find,

    async search({ date, description }) {
      if (!date && !description) return [];
      const day = date ? dayBounds(date) : undefined;
      const isOfDay = day ? sql`created_at >= ${day.from} and created_at < ${day.to}` : sql`true`;
      const isDescribed = description ? containsText(sql.ref('description'), description) : sql`true`;
      return selectRows<AudienceName>(db)`
        select id::text, description from dashboard_audience where ${isDescribed} and ${isOfDay}
        order by created_at desc, dashboard_audience.id desc limit ${REMOTE_SEARCH_MAX}`;
    },

    async *contacts(audienceId) {
      if (!(await find(audienceId))) throw new AppError('DASHBOARD_AUDIENCE_UNKNOWN');
      yield* readTablePages(
        (after) => selectRows<TableRow>(db)`
          select position, ${CONTACT_COLUMNS} from dashboard_audience_contact
          where audience_id = ${Number(audienceId)} and position > ${after} order by position limit ${PAGE_SIZE}`,
      );
    },
  };
}

import type { StoredPersonalData } from '../../call-store/read/index.ts';
import type { Viewer } from '../../call-store/reach.ts';
import { type Db, selectRows } from '../../db/index.ts';
import { readLetterhead } from '../installation/installation.queries.ts';
import { selectCopies } from './copies.queries.ts';
import { getPersonalData, presentCalls, presentPersonalData, selectRecords } from './person-record.queries.ts';
import { type Purpose, reportAsPage, withoutOthers, writeReport } from './report.words.ts';

const RECORDS_MAX = 1000;
const COPIES_MAX = 1000;

export async function readReport(db: Db, viewer: Viewer, personId: number, madeAt: Date) {
  const held = await getPersonalData(db, personId);
  const [{ city, logo }, person, copies, { records }, purposes] = await Promise.all([
    readLetterhead(db),
    presentPersonalData(db, viewer, held),
    selectCopies(db, held, COPIES_MAX),
    selectRecords(db, viewer, held, { limit: RECORDS_MAX, offset: 0 }),
    selectPurposes(db, held),
  ]);
  const calls = withoutOthers(presentCalls(held), person);
  const report = writeReport({ city, madeAt, held: person, calls, copies, records, purposes });
  return { report, page: reportAsPage(report, logo) };
}

const selectPurposes = (db: Db, { calls }: StoredPersonalData) =>
  selectRows<Purpose>(db)`
    select campaign.name, objective.name as objective_name, campaign.description
    from campaign join objective on objective.id = campaign.objective_id
    where campaign.id = any(${calls.map(({ campaignId }) => campaignId)}::int[]) order by campaign.start_date desc, campaign.id desc`;

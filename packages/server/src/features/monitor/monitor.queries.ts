import {
  countByGroup,
  STATE_GROUP_NAMES,
  STATE_GROUPS,
  type GroupCounts,
} from '@campanero/contract/configuration/state-groups';
import type { operatorDetailQuery, Series } from '@campanero/contract/monitor/endpoints';
import { formatTime } from '@campanero/contract/shared/dates';
import { readSpan } from '@campanero/contract/shared/span';
import type { z } from 'zod';
import { selectOperatorDays } from '../../call-store/read/index.ts';
import { type Db, fullName, primaryRole, selectRows } from '../../db/index.ts';

export const seriesOf = (columns: readonly GroupCounts[]): Series[] =>
  STATE_GROUPS.map((group) => ({ name: STATE_GROUP_NAMES[group], data: columns.map((counts) => counts[group]) }));

export const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, n) => total + n, 0);
/** With one decimal. */
const percentOf = (part: number, total: number) => (total === 0 ? 0 : Math.round((part / total) * 1000) / 10);

/** With current primary role; null without any role. */
export const selectWorkers = (db: Db, ids: readonly number[]) =>
  selectRows<{ id: number; name: string; primary: number | null }>(db)`
    select id, ${fullName()} as name, ${primaryRole()} as primary from app_user where id = any(${[...ids]}::int[])`;

/** One operator's registrations by day, newest first, for the page Individual and its export. */
export async function readOperatorDetail(db: Db, operatorId: number, query: z.output<typeof operatorDetailQuery>) {
  const outcomes = await selectOperatorDays(db, { operatorId, span: readSpan(query), campaigns: query.campaigns });
  const days = [...Map.groupBy(outcomes, ({ day }) => day)].toSorted(([a], [b]) => b.localeCompare(a));
  return {
    categories: days.map(([day]) => day),
    series: seriesOf(days.map(([, own]) => countByGroup(own))),
    dataValues: days.map(([date, own]) => {
      const callsMade = sum(own.map(({ n }) => n));
      const having = (action: 'effectiveness' | 'contactability') =>
        percentOf(sum(own.filter((outcome) => outcome[action]).map(({ n }) => n)), callsMade);
      return {
        date,
        callsMade,
        effectiveness: having('effectiveness'),
        contactability: having('contactability'),
        firstCall: formatTime(Math.min(...own.map(({ firstAt }) => firstAt.getTime()))),
        lastCall: formatTime(Math.max(...own.map(({ lastAt }) => lastAt.getTime()))),
      };
    }),
  };
}

import { describe, expect, it } from 'vitest';
import { layOut } from './layout-sql.ts';

const LONG = `with picked as (select id from call where number = any($1::bigint[]) and (select true from list where
  list.number = call.number and list.removed_at is null and list.kind between 1 and 3) is not null for update)
  select picked.id, case when a then 1 else 2 end as first, coalesce(sum(n) filter (where state_id = any($2::int[])), 0)::int as n
  from picked left join state on state.id = picked.state_id`;

describe('layOut', () => {
  it('keeps everything but spaces', () => {
    const packed = (text: string) => text.replaceAll(/\s+/g, '');
    expect(packed(layOut(LONG))).toBe(packed(LONG));
  });

  it('gives each clause and each condition a line and indents what is long', () => {
    expect(layOut(LONG).split('\n')).toEqual([
      'with picked as (',
      '  select id',
      '  from call',
      '  where number = any($1::bigint[])',
      '    and (',
      '      select true',
      '      from list',
      '      where list.number = call.number',
      '        and list.removed_at is null',
      '        and list.kind between 1 and 3',
      '    ) is not null',
      '  for update',
      ')',
      'select',
      '  picked.id,',
      '  case when a then 1 else 2 end as first,',
      '  coalesce(sum(n) filter (where state_id = any($2::int[])), 0)::int as n',
      'from picked',
      'left join state on state.id = picked.state_id',
    ]);
  });

  it('keeps a short sub-select in its line', () => {
    expect(layOut('select 1 where not exists (select from call where id = $1)')).toBe(
      'select 1\nwhere not exists (select from call where id = $1)',
    );
  });
});

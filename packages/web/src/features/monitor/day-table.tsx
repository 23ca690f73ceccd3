import type { OperatorDetail } from '@campanero/contract/monitor/schemas';
import { formatDay } from '@campanero/contract/shared/dates';
import { formatCount, formatPercent } from '@campanero/contract/shared/numbers';
import { styled } from '@mui/material';
import { Pager } from '../../components/table/pager.tsx';
import { Grid } from '../../components/table/cut-text.tsx';
import { TableScroll } from '../../components/table/styles.ts';
import type { Paging } from '../../components/table/types.ts';

const HEADS = ['Fecha', 'Llamados', 'Efectividad', 'Contactabilidad', 'Primer llamado', 'Último llamado'];
/** In rem, scaled to the full width. */
const WIDTHS = [7.25, 4.75, 5.5, 7, 6.75, 7.25];

const DayGrid = styled(Grid)({
  '&&& :is(th, td):not(:first-of-type)': { paddingInline: '0.5rem' },
  '&&& :is(th, td):last-of-type': { paddingInlineEnd: '1rem' },
});
export const DAY_TABLE_REM = WIDTHS.reduce((total, width) => total + width, 0);

export function DayTable({ rows, paging }: { rows: OperatorDetail['dataValues']; paging: Paging }) {
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
      <TableScroll tabIndex={0} role="group" aria-label="Llamados por día">
        <DayGrid data-dense="" aria-label="Llamados por día" style={{ minWidth: `${DAY_TABLE_REM}rem` }}>
          <colgroup>
            {WIDTHS.map((width, place) => (
              <col key={HEADS[place]} style={{ width: `${(100 * width) / DAY_TABLE_REM}%` }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {HEADS.map((head, place) => (
                <th
                  key={head}
                  scope="col"
                  data-align={place > 0 ? 'end' : undefined}
                  aria-sort={place === 0 ? 'descending' : undefined}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ date, callsMade, effectiveness, contactability, firstCall, lastCall }) => (
              <tr key={date}>
                <td data-tone="strong" data-figures="">
                  {formatDay(date)}
                </td>
                {[
                  formatCount(callsMade),
                  formatPercent(effectiveness / 100),
                  formatPercent(contactability / 100),
                  firstCall,
                  lastCall,
                ].map((cell, place) => (
                  <td
                    key={HEADS[place + 1]}
                    data-align="end"
                    data-figures=""
                    data-tone={place === 0 ? 'strong' : undefined}
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </DayGrid>
      </TableScroll>
      <Pager {...paging} />
    </div>
  );
}

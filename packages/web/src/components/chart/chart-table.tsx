import { styled } from '@mui/material';
import { Grid } from '../table/grid.tsx';
import { TableScroll } from '../table/styles.ts';
import type { TableText } from './data.ts';

const ChartGrid = styled(Grid)({
  '& thead th': { position: 'sticky', top: 0, zIndex: 2, background: 'inherit', height: '2rem', borderTop: 0 },
  '& thead tr': { position: 'sticky', top: 0, zIndex: 2 },
  '&[data-dense] tbody td': { height: '2rem' },
  '& :is(th, td):first-of-type': { paddingInlineStart: '1.125rem' },
  '&[data-dense] :is(th, td):last-of-type': { paddingInlineEnd: '1.125rem' },
});

interface ChartTableProps {
  title: string;
  table: TableText;
  /** The plot's height: the table scrolls within it, and the card keeps its size. */
  height: number;
}

/** A chart's numbers in the place of its plot. */
export function ChartTable({ title, table: { head, rows }, height }: ChartTableProps) {
  const rem = 9 + (head.length - 1) * 6;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
    <TableScroll
      tabIndex={0}
      role="group"
      aria-label={title}
      sx={{ mx: '-1.125rem', overflow: 'auto', height: Math.max(height, 190) }}
    >
      <ChartGrid data-dense="" aria-label={title} style={{ minWidth: `${rem}rem` }}>
        <colgroup>
          {/* Names want more room than numbers. */}
          <col style={{ width: `${900 / rem}%` }} />
        </colgroup>
        <thead>
          <tr>
            {head.map((cell, place) => (
              <th key={cell} scope="col" data-align={place > 0 ? 'end' : undefined}>
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- two people may have the same name and the same numbers
            <tr key={`${row} ${cells[0]}`}>
              {cells.map((cell, place) =>
                place === 0 ? (
                  <td key={head[0]} data-tone="strong">
                    {cell}
                  </td>
                ) : (
                  <td key={head[place]} data-align="end" data-figures="">
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </ChartGrid>
    </TableScroll>
  );
}

import { loads } from '@campanero/contract/loads/endpoints';
import type { AudienceLoad } from '@campanero/contract/loads/schemas';
import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';
import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Hint } from '../../../components/layout.tsx';
import { endpointQuery } from '../../../lib/queries.ts';

const LABEL = 'Motivos de rechazo';
const rows = (count: number) => formatCounted(count, 'fila', 'filas');

/** The most frequent reasons, each with its first rows. Without an answer the CSV tells all. */
export function RejectedReasons({ campaignId, load }: { campaignId: number; load: AudienceLoad }) {
  const params = { id: campaignId };
  const { data: found } = useQuery(endpointQuery(['audience', 'load', load.id], loads.reasons, { params }));
  if (!found || found.reasons.length === 0) return null;
  const { columns, looked, moreReasons, reasons } = found;
  const unit = load.source === 'csv' ? 'Línea' : 'N.º';
  // Columns without any value would only widen the table.
  const shown = columns.flatMap((name, place) =>
    reasons.some((reason) => reason.rows.some(({ cells }) => cells[place])) ? [{ name, place }] : [],
  );
  const hasFiles = reasons.some((reason) => reason.rows.some(({ fileNo }) => fileNo > 1));
  const notes = [
    looked < load.rejected && `Se contaron las primeras ${rows(looked)} rechazadas.`,
    moreReasons > 0 && `Hay ${formatCounted(moreReasons, 'motivo', 'motivos')} más: el CSV tiene todas las filas.`,
  ].filter(Boolean);
  return (
    <>
      <Box
        role="region"
        aria-label={LABEL}
        tabIndex={0}
        sx={(theme) => ({
          mt: 3,
          overflowX: 'auto',
          maxHeight: '22rem',
          border: `1px solid ${theme.palette.divider}`,
          borderRadius: `${theme.radius.control}px`,
          '& td, & th': { whiteSpace: 'nowrap', height: '2rem' },
          '& td': { maxWidth: 260, overflow: 'hidden', textOverflow: 'ellipsis' },
          '& tbody th': { bgcolor: 'background.default', textAlign: 'start', color: 'text.primary', fontWeight: 400 },
          // Beside the columns it does not scroll, and on a phone it wraps.
          '& tbody th > span': {
            position: 'sticky',
            insetInlineStart: 12,
            display: 'inline-block',
            maxWidth: 'calc(100vw - 5.5rem)',
            whiteSpace: 'normal',
          },
          '& tr:last-of-type td': { borderBottom: 0 },
        })}
      >
        <Table size="small" aria-label={LABEL}>
          <TableHead>
            <TableRow>
              <TableCell>{unit}</TableCell>
              {shown.map(({ name, place }) => (
                <TableCell key={place}>{name}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {reasons.map(({ reason, count, rows: first }) => (
              <Fragment key={reason}>
                <TableRow>
                  <TableCell component="th" scope="rowgroup" colSpan={shown.length + 1}>
                    <span>
                      <b>{rows(count)}</b> · {reason}
                      {count > first.length && <Hint component="span">{` Las primeras ${first.length}:`}</Hint>}
                    </span>
                  </TableCell>
                </TableRow>
                {first.map(({ fileNo, line, cells }) => (
                  <TableRow key={`${fileNo}/${line}`}>
                    <TableCell sx={{ color: 'text.disabled', fontVariantNumeric: 'tabular-nums' }}>
                      {hasFiles && `${fileNo}.º archivo, `}
                      {formatCount(line)}
                    </TableCell>
                    {shown.map(({ place }) => (
                      <TableCell key={place} title={cells[place]}>
                        <bdi>{cells[place] || '—'}</bdi>
                      </TableCell>
                    ))}
                  </TableRow>
                ))}
              </Fragment>
            ))}
          </TableBody>
        </Table>
      </Box>
      {notes.length > 0 && <Hint sx={{ mt: 1.5 }}>{notes.join(' ')}</Hint>}
    </>
  );
}

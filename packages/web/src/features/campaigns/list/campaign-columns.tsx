import type { CampaignListRow, CampaignOrder, CampaignRow } from '@campanero/contract/campaigns/schemas';
import { formatDate } from '@campanero/contract/shared/dates';
import { formatCounted } from '@campanero/contract/shared/numbers';
import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Hint, Inline, Line } from '../../../components/layout.tsx';
import { TwoLineCell } from '../../../components/table/cells.tsx';
import type { Column } from '../../../components/table/types.ts';
import { StatusChip } from '../../../components/status-chip.tsx';
import { typeName } from '../texts.ts';
import { CallbackFigure, DueChip, dueInWords, EndFigure, PendingFigure, ProgressFigure } from './own-figures.tsx';

export type LoadLine = (campaign: CampaignRow) => ReactNode;

type CampaignColumn = Column<CampaignListRow, CampaignOrder>;
type NameLink = (id: number) => string;

const nameColumn = (nameLink: NameLink): CampaignColumn => ({
  key: 'name',
  heads: [
    { by: 'name', label: 'Nombre' },
    { by: 'objectiveName', label: 'Objetivo' },
  ],
  tone: 'strong',
  cell: ({ id, name, objectiveName, own, openForCalls, status }) => (
    <Line component="span">
      <Box component="span" sx={{ minWidth: 0 }}>
        <TwoLineCell
          first={name}
          second={objectiveName}
          to={nameLink(id)}
          // Closed for calls.
          isQuiet={own !== null && !openForCalls}
        />
      </Box>
      {own && openForCalls && <UnusualStatus status={status} />}
    </Line>
  ),
});

/** Shown only if it is not EN CURSO. */
const UnusualStatus = ({ status }: Pick<CampaignListRow, 'status'>) =>
  status === 'EN CURSO' ? null : <StatusChip status={status} />;

const START = { by: 'startDate', label: 'Inicio' } as const;
const END = { by: 'endDate', label: 'Fin' } as const;
const startColumn: CampaignColumn = {
  key: 'start',
  heads: [START],
  width: 116,
  figures: true,
  cell: ({ startDate }) => <bdi>{formatDate(startDate)}</bdi>,
};
const endColumn: CampaignColumn = {
  key: 'end',
  heads: [END],
  width: 116,
  figures: true,
  cell: ({ endDate }) => <bdi>{formatDate(endDate)}</bdi>,
};
/** In one cell where two columns do not fit. */
const datesColumn: CampaignColumn = {
  key: 'dates',
  heads: [START, END],
  width: 116,
  figures: true,
  cell: ({ startDate, endDate }) => <TwoLineCell first={formatDate(startDate)} second={formatDate(endDate)} />,
};

export const campaignColumns = (
  nameLink: NameLink,
  hasRoom: boolean,
  loadLine?: LoadLine,
): readonly CampaignColumn[] => [
  {
    key: 'id',
    heads: [{ by: 'id', label: 'Id' }],
    width: 76,
    tone: 'quiet',
    figures: true,
    cell: ({ id }) => <bdi>{id}</bdi>,
  },
  nameColumn(nameLink),
  {
    key: 'coordinator',
    heads: [{ by: 'coordinatorName', label: 'Coordinador' }],
    width: 156,
    cell: ({ coordinatorName }) => coordinatorName,
  },
  { key: 'type', heads: [{ by: 'external', label: 'Tipo' }], width: 84, cell: ({ external }) => typeName(external) },
  ...(hasRoom ? [startColumn, endColumn] : [datesColumn]),
  {
    key: 'status',
    heads: [{ by: 'status', label: 'Estado' }],
    width: 148,
    cell: (campaign) => (
      <>
        <StatusChip status={campaign.status} />
        {campaign.status === 'CARGANDO AUDIENCIA' && loadLine?.(campaign)}
      </>
    ),
  },
];

export const operatorColumns = (nameLink: NameLink, hasRoom: boolean): readonly CampaignColumn[] => [
  nameColumn(nameLink),
  {
    key: 'pending',
    heads: [{ label: hasRoom ? 'Mis pendientes' : 'Pendientes' }],
    width: hasRoom ? 112 : 92,
    align: 'end',
    figures: true,
    cell: ({ own, openForCalls }) => <PendingFigure own={own} isStrong={openForCalls} />,
  },
  {
    key: 'callbacks',
    heads: [{ label: 'Rellamados' }],
    width: hasRoom ? 164 : 128,
    figures: true,
    cell: ({ own }) => <CallbackFigure own={own} isShort={!hasRoom} />,
  },
  {
    key: 'progress',
    heads: [{ label: 'Avance' }],
    width: hasRoom ? 176 : 116,
    figures: true,
    cell: ({ own, openForCalls }) => <ProgressFigure own={own} isQuiet={!openForCalls} />,
  },
  { ...endColumn, cell: (campaign) => <EndFigure campaign={campaign} /> },
];

export function CampaignCompactRow({ campaign, loadLine }: { campaign: CampaignListRow; loadLine?: LoadLine }) {
  const { id, name, objectiveName, startDate, endDate, status, own, openForCalls } = campaign;
  return (
    <>
      <Typography
        variant="cell"
        component="span"
        sx={{ display: 'block', fontWeight: 550, mb: 1.5, overflowWrap: 'anywhere' }}
      >
        {name}
      </Typography>
      <Inline component="span" sx={{ columnGap: 2, rowGap: 1, mb: 1 }}>
        {own && openForCalls ? <UnusualStatus status={status} /> : <StatusChip status={status} />}
        {own && own.assigned > 0 && (
          <Typography variant="body2" component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {formatCounted(own.pending, 'pendiente', 'pendientes')}
          </Typography>
        )}
        {own && own.dueCallbacks > 0 && <DueChip>{dueInWords(own.dueCallbacks)}</DueChip>}
      </Inline>
      {own && openForCalls && own.assigned > 0 && (
        <Box component="span" sx={{ display: 'block', maxWidth: '15rem', mb: 1 }}>
          <ProgressFigure own={own} />
        </Box>
      )}
      <Hint component="span" sx={{ display: 'block', fontVariantNumeric: 'tabular-nums' }}>
        <bdi>{id}</bdi> · <bdi>{`${formatDate(startDate)} a ${formatDate(endDate)}`}</bdi> · {objectiveName}
      </Hint>
      {status === 'CARGANDO AUDIENCIA' && loadLine?.(campaign)}
    </>
  );
}

import type { CampaignOrder, CampaignRow } from '@campanero/contract/campaigns/schemas';
import { formatDate } from '@campanero/contract/shared/dates';
import type { ReactNode } from 'react';
import type { Column } from '../../../components/data-table/types.ts';
import { TwoLineCell } from '../../../components/data-table/two-line-cell.tsx';
import { typeName } from '../texts.ts';
import { StatusChip } from './status-chip.tsx';

/** How far the load of a campaign has come, under its chip. */
export type LoadLine = (campaign: CampaignRow) => ReactNode;

export const campaignColumns = (loadLine?: LoadLine): readonly Column<CampaignRow, CampaignOrder>[] => [
  {
    key: 'id',
    heads: [{ by: 'id', label: 'Id' }],
    width: 76,
    tone: 'quiet',
    figures: true,
    cell: ({ id }) => <bdi>{id}</bdi>,
  },
  {
    key: 'name',
    heads: [
      { by: 'name', label: 'Nombre' },
      { by: 'objectiveName', label: 'Objetivo' },
    ],
    tone: 'strong',
    cell: ({ name, objectiveName }) => <TwoLineCell first={name} second={objectiveName} />,
  },
  {
    key: 'coordinator',
    heads: [{ by: 'coordinatorName', label: 'Coordinador' }],
    width: 164,
    cell: ({ coordinatorName }) => <span title={coordinatorName}>{coordinatorName}</span>,
  },
  { key: 'type', heads: [{ by: 'external', label: 'Tipo' }], width: 88, cell: ({ external }) => typeName(external) },
  {
    key: 'start',
    heads: [{ by: 'startDate', label: 'Inicio' }],
    width: 116,
    figures: true,
    cell: ({ startDate }) => <bdi>{formatDate(startDate)}</bdi>,
  },
  {
    key: 'end',
    heads: [{ by: 'endDate', label: 'Fin' }],
    width: 116,
    figures: true,
    cell: ({ endDate }) => <bdi>{formatDate(endDate)}</bdi>,
  },
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

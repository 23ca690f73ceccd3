import type { CampaignListRow, campaignPage } from '@campanero/contract/campaigns/schemas';
import type { z } from 'zod';

let counter = 1000;

/** A row of the campaign list; what a test does not say is something plausible. */
export function aCampaignRow(parts: Partial<CampaignListRow> = {}): CampaignListRow {
  const id = parts.id ?? ++counter;
  const objectiveName = parts.objectiveName ?? 'Encuesta';
  const coordinatorName = parts.coordinatorName ?? 'Carolina Ibáñez';
  return {
    id,
    name: `Campaña ${id}`,
    description: 'Una campaña de prueba',
    externalId: null,
    objectiveId: 1,
    objectiveName,
    objective: { id: 1, name: objectiveName },
    coordinatedBy: 2,
    coordinatorName,
    coordinator: { id: 2, name: coordinatorName },
    external: 0,
    startDate: '2026-11-16T12:00:00.000Z',
    endDate: '2026-12-12T02:59:00.000Z',
    createdAt: '2026-11-01T12:00:00.000Z',
    status: 'EN CURSO',
    paused: false,
    assigned: true,
    closed: null,
    openForCalls: (parts.status ?? 'EN CURSO') === 'EN CURSO',
    own: null,
    ...parts,
  };
}

export const aCampaignPage = (
  campaigns: CampaignListRow[],
  totalElementsCount = campaigns.length,
  page = 0,
): z.infer<typeof campaignPage> => ({
  campaigns,
  totalElementsCount,
  openForCallsCount: campaigns.filter(({ openForCalls }) => openForCalls).length,
  phaseCounts: { running: totalElementsCount, upcoming: 0, ended: 0 },
  page,
});

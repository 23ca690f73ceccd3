import type { CampaignRow } from '@campanero/contract/campaigns/schemas';

let counter = 1000;

/** A row of the campaign list; what a test does not say is something plausible. */
export function aCampaignRow(parts: Partial<CampaignRow> = {}): CampaignRow {
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
    ...parts,
  };
}

export const aCampaignPage = (campaigns: CampaignRow[], totalElementsCount = campaigns.length, page = 0) => ({
  campaigns,
  totalElementsCount,
  page,
});

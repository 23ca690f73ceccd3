import type { AudienceRow } from '@campanero/contract/audience/list-schemas';

let counter = 5000;

/** A row of an audience; what a test does not say is something plausible. */
export function anAudienceRow(parts: Partial<AudienceRow> = {}): AudienceRow {
  const id = parts.id ?? ++counter;
  return {
    id,
    number: '1155502847',
    name: 'Elsa Bornemann',
    stateId: 6,
    stateName: 'Volver a llamar',
    stateColor: '#E08A1E',
    substateName: 'Más tarde',
    userName: 'Lucas Ferreyra',
    callbackAt: null,
    callCounter: 3,
    blocked: false,
    blockReason: null,
    inReserve: false,
    createdAt: '2026-11-03T12:02:00.000Z',
    updatedAt: '2026-11-13T14:42:00.000Z',
    ...parts,
  };
}

export const anAudiencePage = (calls: AudienceRow[], totalElementsCount: number | null = calls.length, page = 0) => ({
  calls,
  totalElementsCount,
  page,
});

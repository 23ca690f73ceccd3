import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { statusLabel } from '@campanero/contract/campaigns/status';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { placeText, typeName } from './texts.ts';

const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).join(', ');

/** A campaign in the words of its screens. */
const READINGS: readonly (readonly [label: string, read: (campaign: CampaignDetail) => string | null])[] = [
  ['Estado', ({ status }) => statusLabel(status)],
  ['Nombre', ({ name }) => name],
  ['Descripción', ({ description }) => description],
  ['Identificador externo', ({ externalId }) => externalId],
  ['Objetivo', ({ objectiveName }) => objectiveName],
  ['Tipo', ({ external }) => typeName(external)],
  ['Coordinador', ({ coordinatorName }) => coordinatorName],
  ['Operadores', ({ operators }) => names(operators)],
  ['Fecha de inicio', ({ startDate }) => formatDateTime(startDate)],
  ['Fecha de fin', ({ endDate }) => formatDateTime(endDate)],
  ['Ubicación', (campaign) => placeText(campaign)],
  ['Formulario', ({ formName }) => formName],
  ['Estados', ({ states }) => names(states)],
  ['Script', ({ scripts }) => scripts.map(({ originalName }) => originalName).join(', ')],
];

export interface Difference {
  label: string;
  before: string;
  after: string;
}

/** What somebody else changed, field by field. */
export const campaignDifferences = (before: CampaignDetail, after: CampaignDetail): Difference[] =>
  READINGS.map(([label, read]) => ({ label, before: read(before) || '—', after: read(after) || '—' })).filter(
    (difference) => difference.before !== difference.after,
  );

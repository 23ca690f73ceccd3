import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import Typography from '@mui/material/Typography';
import { type Fact, FactList } from '../../../../components/page/fact-list.tsx';
import { placeText, typeName } from '../../texts.ts';
import { ViewCard } from './view-card.tsx';

const AUDIENCE_KINDS = { csv: 'archivo', dashboard: 'dashboard', form: 'formulario' } as const;

/** What the campaign is: words first, then its facts. */
export function FactsCard({ campaign, isManager }: { campaign: CampaignDetail; isManager: boolean }) {
  const { description, objectiveName, external, externalId, startDate, endDate, createdAt } = campaign;
  const { audienceName, audienceType } = campaign;
  const audience = audienceName && `${audienceName}${audienceType ? ` (${AUDIENCE_KINDS[audienceType]})` : ''}`;
  const facts: Fact[] = [
    { label: 'Objetivo', value: objectiveName },
    { label: 'Tipo', value: typeName(external) },
    { label: 'Desde', value: <bdi>{formatDateTime(startDate)}</bdi> },
    { label: 'Hasta', value: <bdi>{formatDateTime(endDate)}</bdi> },
    { label: 'Ubicación', value: placeText(campaign) ?? '—' },
  ];
  const managed: Fact[] = [
    { label: 'Identificador externo', value: externalId ?? '—' },
    { label: 'Audiencia', value: audience || '—' },
    { label: 'Creada', value: <bdi>{formatDateTime(createdAt)}</bdi> },
  ];
  return (
    <ViewCard title="Información">
      <Typography sx={{ mb: 4, maxWidth: '70ch', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {description}
      </Typography>
      <FactList facts={isManager ? [...facts, ...managed] : facts} />
    </ViewCard>
  );
}

import { listsInWords } from '@campanero/contract/block-lists/words';
import type { CampaignDetail, CampaignState, Script } from '@campanero/contract/campaigns/detail-schemas';
import { rulesInWords } from '@campanero/contract/calling-rules/words';
import { formatDate, formatDateTime } from '@campanero/contract/shared/dates';
import { formatCounted } from '@campanero/contract/shared/numbers';
import { Box, Typography } from '@mui/material';
import { Hint, Inline, Line, PlainList, Stacked } from '../../../components/layout.tsx';
import { type Fact, FactList } from '../../../components/page/fact-list.tsx';
import { TitledCard } from '../../../components/page/section.tsx';
import { PersonAvatar } from '../../../components/person-avatar.tsx';
import { StateChip } from '../../../components/state-chip.tsx';
import { ScriptRow } from '../script-row.tsx';
import { placeText, typeName, yesNo } from '../texts.ts';

const AUDIENCE_KINDS = { csv: 'archivo', dashboard: 'dashboard', form: 'formulario', campaign: 'campaña' } as const;

/** Rule retention/period-after-the-end. */
function keptInWords({ months, until, anonymisedAt }: CampaignDetail['kept']): string {
  if (anonymisedAt) return `Personas anonimizadas el ${formatDate(anonymisedAt)}`;
  if (months === null) return 'Sin plazo';
  const period = formatCounted(months, 'mes', 'meses');
  return until ? `${period}: hasta el ${formatDate(until)}` : `${period} después de su fin`;
}

export function FactsCard({ campaign, isManager }: { campaign: CampaignDetail; isManager: boolean }) {
  const { description, objectiveName, external, externalId, startDate, endDate, createdAt } = campaign;
  const { audienceName, audienceType, retryOtherHours, callingRules, calling, kept } = campaign;
  const audience = audienceName && `${audienceName}${audienceType ? ` (${AUDIENCE_KINDS[audienceType]})` : ''}`;
  const facts: Fact[] = [
    { label: 'Objetivo', value: objectiveName },
    { label: 'Tipo', value: typeName(external) },
    { label: 'Desde', value: <bdi>{formatDateTime(startDate)}</bdi> },
    { label: 'Hasta', value: <bdi>{formatDateTime(endDate)}</bdi> },
    ...(isManager ? [{ label: 'Conservación de datos', value: keptInWords(kept) }] : []),
    { label: 'Ubicación', value: placeText(campaign) ?? '—' },
    ...(campaign.survey ? [{ label: 'Relevamiento', value: campaign.survey.name }] : []),
  ];
  const managed: Fact[] = [
    { label: 'Identificador externo', value: externalId ?? '—' },
    { label: 'Audiencia', value: audience || '—' },
    { label: 'Reintento en otro horario', value: yesNo(retryOtherHours) },
    { label: 'Listas de bloqueo', value: listsInWords(campaign) },
    {
      label: 'Reglas de llamado',
      value: `${callingRules ? 'Propias' : 'Del sistema'}: ${rulesInWords(calling.rules)}`,
    },
    { label: 'Creada', value: <bdi>{formatDateTime(createdAt)}</bdi> },
  ];
  return (
    <TitledCard title="Información">
      <Typography sx={{ mb: 4, maxWidth: '70ch', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {description}
      </Typography>
      <FactList facts={isManager ? [...facts, ...managed] : facts} />
    </TitledCard>
  );
}

/** Operators who can no longer be given calls are marked. */
export function PeopleCard({ campaign }: { campaign: CampaignDetail }) {
  const valid = new Set(campaign.validOperators.map(({ id }) => id));
  return (
    <TitledCard title="Equipo" aside={formatCounted(campaign.operators.length, 'operador', 'operadores')}>
      <Person name={campaign.coordinatorName} note="Coordina" />
      <Stacked component={PlainList} aria-label="Operadores" gap={2} sx={{ mt: 3, maxHeight: 260, overflowY: 'auto' }}>
        {campaign.operators.map(({ id, name, disable }) => (
          <li key={id}>
            <Person
              name={name}
              note={disable ? 'Deshabilitado' : valid.has(id) ? undefined : 'De otro tipo de campaña'}
            />
          </li>
        ))}
      </Stacked>
    </TitledCard>
  );
}

const Person = ({ name, note }: { name: string; note?: string }) => (
  <Line>
    <PersonAvatar name={name} size={24} />
    <Typography variant="body2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      {name}
    </Typography>
    {note && (
      <Hint component="span" sx={{ marginInlineStart: 'auto', whiteSpace: 'nowrap' }}>
        {note}
      </Hint>
    )}
  </Line>
);

export const ScriptsCard = ({ scripts }: { scripts: readonly Script[] }) => (
  <TitledCard title="Script">
    {scripts.length === 0 ? (
      <Typography color="textSecondary">La campaña no tiene scripts.</Typography>
    ) : (
      <Stacked component={PlainList} aria-label="Scripts" gap={2}>
        {scripts.map((script) => (
          <ScriptRow key={script.id} script={script} />
        ))}
      </Stacked>
    )}
  </TitledCard>
);

interface StatesCardProps {
  states: readonly CampaignState[];
  /** Those that Avance lists with their calls: not repeated. */
  listed: readonly { id: number }[];
}

export function StatesCard({ states, listed }: StatesCardProps) {
  const title = listed.length === 0 ? 'Estados' : 'Estados sin llamados';
  const others = states.filter(({ id }) => !listed.some((state) => state.id === id));
  if (others.length === 0) return null;
  return (
    <TitledCard title={title} aside={others.length}>
      <Inline component={PlainList} aria-label={title} sx={{ alignItems: 'stretch' }}>
        {others.map(({ id, name, color }) => (
          <Box component="li" key={id} sx={{ maxWidth: '100%' }}>
            <StateChip name={name} color={color} />
          </Box>
        ))}
      </Inline>
    </TitledCard>
  );
}

import { listsInWords } from '@campanero/contract/block-lists/words';
import type { CallingRules } from '@campanero/contract/calling-rules/schemas';
import { rulesInWords } from '@campanero/contract/calling-rules/words';
import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { campaigns } from '@campanero/contract/campaigns/endpoints';
import { campaignInformation, runningInformation } from '@campanero/contract/campaigns/write-schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import type { Destination } from '@campanero/contract/users/leaving';
import { Alert, Box, Paper, Typography } from '@mui/material';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { DateTimeField } from '../../../components/fields/date-field.tsx';
import { Bound } from '../../../components/fields/text-input.tsx';
import { HandoverChoice, handoverRule, totalHeld, heldText } from '../../../components/handover-choice.tsx';
import { FactList } from '../../../components/page/fact-list.tsx';
import { endpointQuery } from '../../../lib/queries.ts';
import { InformationFields, NameFields, OperatorFields } from '../information-fields.tsx';
import { type InformationChoices, informationOf, informationValues, runningValues } from '../information-form.ts';
import type { CampaignChanges } from '../save-campaign.ts';
import { missingFields, typeName, yesNo } from '../texts.ts';
import { type EditTabProps, TabForm, useTabForm } from './edit-tabs.tsx';

type InformationTabProps = EditTabProps & { choices: InformationChoices };

export function InformationTab({ choices, externalOnly, ...page }: InformationTabProps & { externalOnly: boolean }) {
  const { campaign } = page;
  const { form, removal, card } = useInformationTab(page, choices, informationValues, campaignInformation);
  return (
    <TabForm {...card}>
      <InformationFields
        form={form}
        choices={choices}
        externalOnly={externalOnly}
        known={{
          coordinator: campaign.coordinatorName,
          objective: campaign.objectiveName,
          operators: campaign.operators,
        }}
        operatorsHelp={removal}
      />
    </TabForm>
  );
}

export function RunningInformationTab({ choices, ...page }: InformationTabProps) {
  const { campaign } = page;
  const { form, removal, leaving, card } = useInformationTab(page, choices, runningValues, runningInformation);
  return (
    <TabForm {...card}>
      {campaign.status === 'REVISANDO' && (
        <Alert severity="warning">
          La campaña pasó su fecha de fin y ya no admite llamados. Elija una fecha posterior para seguir, o finalícela.
        </Alert>
      )}
      <FactList
        facts={[
          { label: 'Objetivo', value: campaign.objectiveName },
          { label: 'Tipo', value: typeName(campaign.external) },
          { label: 'Coordinador', value: campaign.coordinatorName },
          { label: 'Fecha de inicio', value: <bdi>{formatDateTime(campaign.startDate)}</bdi> },
        ]}
      />
      <NameFields form={form} />
      <Box sx={{ maxWidth: 260 }}>
        <Bound form={form} name="endDate">
          {(field) => <DateTimeField {...field} label="Fecha de fin" usualHour={20} />}
        </Bound>
      </Box>
      <OperatorFields
        form={form}
        choices={choices}
        external={campaign.external === 1}
        known={campaign.operators}
        help={removal}
        leaving={leaving}
      />
    </TabForm>
  );
}

/** Campaigns exempted before reasons were required may stay so. */
const withoutReason = <T,>(rules: z.ZodType<T, unknown>) =>
  z.preprocess(
    (values: { exemptReason: string }) => (values.exemptReason === '' ? { ...values, obeysLists: true } : values),
    rules,
  );

/** Only changes are sent; drafts survive a reload. */
function useInformationTab<V extends { operators: number[] }, T>(
  page: EditTabProps,
  choices: InformationChoices,
  schema: z.ZodType<V>,
  rules: z.ZodType<T, unknown>,
) {
  const { campaign } = page;
  const { form, draft, status } = useTabForm({
    page,
    tab: 'information',
    schema,
    rules: campaign.obeysLists || campaign.exemptReason !== null ? rules : withoutReason(rules),
    // Only the fields that the form has.
    valuesOf: (stored) => schema.parse(informationOf(stored)),
    changesOf: (changes): CampaignChanges => ({ ...changes, ...handover }),
  });
  const { removal, leaving, handover } = useRemoval(campaign, draft.values.operators);
  const card = {
    label: 'Información',
    status,
    hint: missingFields(form.formState.errors, draft.values),
    labels: INFORMATION_LABELS,
    inWords: informationInWords(campaign, choices),
  };
  return { form, removal, leaving, card };
}

function useRemoval(campaign: CampaignDetail, operators: readonly number[]) {
  const [to, setTo] = useState<Destination>('shared');
  const removed = campaign.operators.map(({ id }) => id).filter((id) => !operators.includes(id));
  // Rule roles/leaving-operators.
  const asked = { params: { id: campaign.id }, query: { operators: removed.join(',') } };
  const input = removed.length > 0 ? asked : skipToken;
  const { data: load } = useQuery(endpointQuery('campaigns', campaigns.operatorLoad, input));
  const others = campaign.validOperators.filter(({ id }) => operators.includes(id));
  const isAway = typeof to === 'number' && !others.some(({ id }) => id === to);
  const receiver = others.length === 0 ? 'free' : isAway ? 'shared' : to;
  const handover = removed.length > 0 ? { handover: receiver } : {};
  if (removed.length === 0 || !load) return { handover, removal: undefined, leaving: undefined };
  const names = load.operators.map(({ name }) => name).join(', ');
  const sum = totalHeld(load.operators);
  const removal = `Al guardar sale del equipo: ${names}. ${sum.pending === 0 ? 'No tiene llamados por hacer' : heldText(sum)}.`;
  const leaving = sum.pending > 0 && (
    <Paper sx={{ p: 4, display: 'grid', gap: 3 }}>
      <Typography variant="body2">{handoverRule(sum)}</Typography>
      <HandoverChoice label="Entregar sus llamados a" value={receiver} onChange={setTo} others={others} />
    </Paper>
  );
  return { handover: sum.pending > 0 ? handover : {}, removal, leaving };
}

const INFORMATION_LABELS = {
  name: 'Nombre',
  description: 'Descripción',
  externalId: 'Identificador externo',
  objectiveId: 'Objetivo',
  external: 'Tipo',
  coordinatedBy: 'Coordinador',
  operators: 'Operadores',
  startDate: 'Fecha de inicio',
  endDate: 'Fecha de fin',
  retryOtherHours: 'Reintentar en otro horario',
  obeysLists: 'Listas de bloqueo',
  exemptReason: 'Motivo de la exención',
  callingRules: 'Reglas de llamado',
};

export const namesOf = (known: readonly { id: number; name: string }[], ids: readonly number[]) =>
  ids.map((id) => known.find((each) => each.id === id)?.name ?? String(id)).join(', ');

const bothSides = (people: InformationChoices['operators']) =>
  people ? [...people.internals, ...people.externals] : [];

const informationInWords = (campaign: CampaignDetail, choices: InformationChoices) => {
  const { objectives = [], supervisors, operators } = choices;
  const people = [...campaign.operators, ...campaign.validOperators, ...bothSides(operators)];
  const words: Record<string, (value: never) => string> = {
    objectiveId: (id: number) => namesOf(objectives, [id]),
    external: (isExternal: boolean) => typeName(isExternal ? 1 : 0),
    coordinatedBy: (id: number) => namesOf(bothSides(supervisors), [id]),
    operators: (ids: number[]) => namesOf(people, ids),
    startDate: (date: string) => date && formatDateTime(date),
    endDate: (date: string) => date && formatDateTime(date),
    retryOtherHours: yesNo,
    obeysLists: (obeysLists: boolean) => listsInWords({ obeysLists, exemptReason: null }),
    callingRules: (rules: CallingRules | null) => (rules ? rulesInWords(rules) : 'Las del sistema'),
  };
  return (field: string, value: unknown): string =>
    value === null && field !== 'callingRules' ? '' : (words[field]?.(value as never) ?? (value as string));
};

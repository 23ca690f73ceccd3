import { campaigns } from '@campanero/contract/campaigns/endpoints';
import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import {
  type CampaignInformation,
  runningInformation,
  type RunningInformation,
} from '@campanero/contract/campaigns/write-schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import type { Destination } from '@campanero/contract/users/leaving';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Box, Paper, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Controller, type FieldValues, type Path, type Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { DateTimeField } from '../../../components/fields/date-field.tsx';
import { HandoverChoice, handoverRule, heldText } from '../../../components/handover-choice.tsx';
import { FactList } from '../../../components/page/fact-list.tsx';
import { useDraftForm } from '../../../lib/forms.ts';
import { endpointQuery } from '../../../lib/queries.ts';
import { InformationFields, NameFields, OperatorFields } from '../information-fields.tsx';
import {
  type InformationChoices,
  informationOf,
  informationResolver,
  informationValues,
  type InformationValues,
} from '../information-form.ts';
import { missingFields, typeName } from '../texts.ts';
import type { EditTabProps } from './edit-tabs.tsx';
import { INFORMATION_LABELS, informationInWords } from './information-words.ts';
import { TabForm, useTabDraft } from './tab-form.tsx';

interface InformationTabProps extends EditTabProps {
  choices: InformationChoices;
  externalOnly: boolean;
}

/** Before the campaign has an audience everything may change. */
export function InformationTab({ choices, externalOnly, ...page }: InformationTabProps) {
  const { campaign } = page;
  const { form, removal, card } = useInformationTab<InformationValues, CampaignInformation>({
    page,
    choices,
    schema: informationValues,
    valuesOf: informationOf,
    resolver: informationResolver,
  });
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

const runningValues = informationValues.pick({
  name: true,
  description: true,
  externalId: true,
  endDate: true,
  operators: true,
  retryOtherHours: true,
  obeysLists: true,
  exemptReason: true,
  callingRules: true,
});
type RunningValues = z.infer<typeof runningValues>;

const valuesOf = (campaign: CampaignDetail): RunningValues => ({
  name: campaign.name,
  description: campaign.description,
  externalId: campaign.externalId ?? '',
  endDate: campaign.endDate,
  operators: campaign.operators.map(({ id }) => id),
  retryOtherHours: campaign.retryOtherHours,
  obeysLists: campaign.obeysLists,
  exemptReason: campaign.exemptReason ?? '',
  callingRules: campaign.callingRules,
});

interface RunningInformationTabProps extends EditTabProps {
  choices: InformationChoices;
}

const resolver = zodResolver(runningInformation) as unknown as Resolver<RunningValues, unknown, RunningInformation>;

/** In a running campaign only these can be edited; the rest is read-only. */
export function RunningInformationTab({ choices, ...page }: RunningInformationTabProps) {
  const { campaign } = page;
  const { form, removal, leaving, card } = useInformationTab({
    page,
    choices,
    schema: runningValues,
    valuesOf,
    resolver,
  });
  const { errors } = form.formState;
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
        <Controller
          control={form.control}
          name="endDate"
          render={({ field }) => <DateTimeField {...field} label="Fecha de fin" error={errors.endDate?.message} />}
        />
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

/** A campaign that was exempt before reasons were asked for may stay so: nothing is sent for what was not changed. */
const withoutReason =
  <V extends FieldValues, T extends FieldValues>(resolver: Resolver<V, unknown, T>): Resolver<V, unknown, T> =>
  (values, ...rest) =>
    resolver(values['exemptReason'] === '' ? { ...values, obeysLists: true } : values, ...rest);

interface InformationTabOptions<V extends FieldValues, T extends FieldValues> {
  page: EditTabProps;
  choices: InformationChoices;
  schema: z.ZodType<V>;
  valuesOf: (campaign: CampaignDetail) => V;
  resolver: Resolver<V, unknown, T>;
}

/** The Información tab, running or not: only what was changed is sent, and what was typed outlives a reload. */
function useInformationTab<V extends FieldValues & { operators: number[] }, T extends FieldValues>({
  page,
  choices,
  schema,
  valuesOf,
  resolver,
}: InformationTabOptions<V, T>) {
  const { campaign } = page;
  const { draft, save, isPending, fields } = useTabDraft({ page, tab: 'information', schema, valuesOf });
  const form = useDraftForm(
    draft,
    campaign.obeysLists || campaign.exemptReason !== null ? resolver : withoutReason(resolver),
    'onTouched',
  );
  const { errors } = form.formState;
  const { removal, leaving, handover } = useRemoval(campaign, draft.values.operators);
  useEffect(() => {
    for (const [name, message] of Object.entries(fields))
      if (name in form.getValues()) form.setError(name as Path<V>, { type: 'server', message });
  }, [fields, form]);

  const submit = form.handleSubmit((valid) =>
    save((changes) => ({
      ...Object.fromEntries(Object.keys(changes).map((name) => [name, valid[name]])),
      ...handover,
    })),
  );
  const faulty = Object.keys(errors).length;
  const card = {
    label: 'Información',
    isDirty: draft.isDirty,
    isPending,
    status: faulty > 0 && missingFields(faulty),
    draft,
    labels: INFORMATION_LABELS,
    inWords: informationInWords(campaign, choices),
    onSubmit: () => void submit(),
    onUndo: draft.discard,
  };
  return { form, removal, leaving, card };
}

/** What taking these operators out leaves behind, and who gets it. */
function useRemoval(campaign: CampaignDetail, operators: readonly number[]) {
  const [to, setTo] = useState<Destination>('shared');
  const removed = campaign.operators.map(({ id }) => id).filter((id) => !operators.includes(id));
  // The calls that these operators would leave behind (rule roles/leaving-operators).
  const load = useQuery(
    endpointQuery(
      'campaigns',
      campaigns.operatorLoad,
      { params: { id: campaign.id }, query: { operators: removed.join(',') } },
      { enabled: removed.length > 0 },
    ),
  ).data;
  const others = campaign.validOperators.filter(({ id }) => operators.includes(id));
  const isAway = typeof to === 'number' && !others.some(({ id }) => id === to);
  const receiver = others.length === 0 ? 'free' : isAway ? 'shared' : to;
  const handover = removed.length > 0 ? { handover: receiver } : {};
  if (removed.length === 0 || !load) return { handover, removal: undefined, leaving: undefined };
  const names = load.operators.map(({ name }) => name).join(', ');
  const sum = load.operators.reduce(
    (all, one) => ({
      pending: all.pending + one.pending,
      callbacks: all.callbacks + one.callbacks,
      held: all.held + one.held,
    }),
    { pending: 0, callbacks: 0, held: 0 },
  );
  const removal = `Al guardar sale del equipo: ${names}. ${sum.pending === 0 ? 'No tiene llamados por hacer' : heldText(sum)}.`;
  const leaving = sum.pending > 0 && (
    <Paper variant="outlined" sx={{ p: 4, display: 'grid', gap: 3 }}>
      <Typography variant="body2">{handoverRule(sum)}</Typography>
      <HandoverChoice label="Entregar sus llamados a" value={receiver} onChange={setTo} others={others} />
    </Paper>
  );
  return { handover: sum.pending > 0 ? handover : {}, removal, leaving };
}

import {
  retention,
  KEEP_MONTHS_DEFAULT,
  keepPeriods,
  keptBody,
  type KeptCampaign,
  type KeptKind,
  retentionBody,
  type RetentionView,
} from '@campanero/contract/retention/endpoints';
import { z } from 'zod';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { Bound, TextInput } from '../../components/fields/text-input.tsx';
import { RecordDialog } from '../../components/form/form-panel.tsx';
import { call } from '../../lib/api.ts';
import { fetchFresh, useEndpointMutation } from '../../lib/changes.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { endpointKey, endpointQuery } from '../../lib/queries.ts';

const saving = (onSaved: () => void) => ({
  failed: 'No se pudo guardar el plazo. Inténtelo de nuevo.',
  done: 'El plazo fue guardado.',
  mode: 'onSubmit' as const,
  onSaved,
});
const MONTHS = { label: 'Meses después del fin de la campaña', help: 'De 1 a 120.', inputMode: 'numeric' } as const;

const typedNumber = <S extends z.ZodType<unknown, number>>(rule: S) => z.string().transform(Number).pipe(rule);
const monthsInWords = (months: string) => (months === '1' ? '1 mes' : `${months} meses`);

const systemRules = z.object({ months: typedNumber(retentionBody.shape.months) });

export function SystemPeriodDialog({ view, onClose }: { view: RetentionView; onClose: () => void }) {
  const change = useEndpointMutation(retention.change, retentionSaved);
  const { form, status } = useRecordForm({
    ...saving(onClose),
    name: 'retention',
    schema: z.object({ months: z.string() }),
    rules: systemRules,
    record: view,
    valuesOf: (record = view) => ({ months: String(record.months) }),
    reload: () => fetchFresh(retentionQuery()),
    send: ({ valid, version }) => change.mutateAsync({ body: { ...valid, version } }),
  });
  return (
    <RecordDialog
      title="Plazo del sistema"
      width={480}
      status={status}
      labels={{ months: 'Plazo del sistema' }}
      inWords={(_field, value) => monthsInWords(String(value))}
      onClose={onClose}
    >
      <TextInput form={form} name="months" {...MONTHS} />
    </RecordDialog>
  );
}

type DaysDialogProps = { view: RetentionView; thing: KeptKind; what: string; onClose: () => void };

const { version: _version, ...days } = keepPeriods.shape;
const THINGS = Object.keys(days) as KeptKind[];
const ofEach = <T,>(give: (thing: KeptKind) => T) =>
  Object.fromEntries(THINGS.map((thing) => [thing, give(thing)])) as Record<KeptKind, T>;
const daysValues = z.object(ofEach(() => z.string()));
const daysRules = z.object(ofEach((thing) => typedNumber(days[thing])));

export function DaysDialog({ view, thing, what, onClose }: DaysDialogProps) {
  const change = useEndpointMutation(retention.changePeriods, retentionSaved);
  const { form, status } = useRecordForm({
    ...saving(onClose),
    name: `retention-days:${thing}`,
    schema: daysValues,
    rules: daysRules,
    record: view.periods,
    valuesOf: (record = view.periods) => ofEach((each) => String(record[each])),
    reload: async () => (await fetchFresh(retentionQuery())).periods,
    send: ({ valid, version }) => change.mutateAsync({ body: { ...valid, version } }),
  });
  return (
    <RecordDialog
      title={what}
      width={480}
      status={status}
      labels={{ [thing]: what }}
      inWords={(_field, value) => `${String(value)} días`}
      onClose={onClose}
    >
      <TextInput
        form={form}
        name={thing}
        label="Días que se conservan"
        help="De 30 a 3650. Lo que ya los cumplió se quita en la próxima hora y no se puede recuperar."
        inputMode="numeric"
      />
    </RecordDialog>
  );
}

const KINDS = [
  { id: 'system', name: 'Según el sistema' },
  { id: 'own', name: 'Un plazo propio' },
  { id: 'none', name: 'Sin plazo, con un motivo' },
] as const;

// One field, since months and reason depend on the kind.
const keptValues = z.object({
  period: z.object({ kind: z.enum(['system', 'own', 'none']), months: z.string(), reason: z.string() }),
});
type Period = z.infer<typeof keptValues>['period'];
const keptRules = z.object({
  period: keptValues.shape.period
    .transform(({ kind, months, reason }) => ({
      months: kind === 'own' ? Number(months) : null,
      reason: kind === 'none' ? reason : null,
    }))
    .pipe(z.object({ months: keptBody.shape.months, reason: keptBody.shape.reason })),
});

const keptOf = ({ months, reason }: KeptCampaign): { period: Period } => ({
  period: {
    kind: reason !== null ? 'none' : months === null ? 'system' : 'own',
    months: String(months ?? KEEP_MONTHS_DEFAULT),
    reason: reason ?? '',
  },
});
const periodInWords = ({ kind, months, reason }: Period) =>
  kind === 'own' ? monthsInWords(months) : kind === 'none' ? `Sin plazo: ${reason}` : 'Según el sistema';

/** The server has no endpoint for a single one. */
async function findKept({ id }: KeptCampaign): Promise<KeptCampaign | undefined> {
  const query = { general: String(id), pageNumber: 0, pageSize: 100 };
  const { campaigns } = await call(retention.campaigns, { query });
  return campaigns.find((campaign) => campaign.id === id);
}

export function CampaignPeriodDialog({ campaign, onClose }: { campaign: KeptCampaign; onClose: () => void }) {
  const change = useEndpointMutation(retention.changeCampaign, retentionSaved);
  const { form, draft, status } = useRecordForm({
    ...saving(onClose),
    name: `retention-campaign:${campaign.id}`,
    schema: keptValues,
    rules: keptRules,
    record: campaign,
    valuesOf: (record = campaign) => keptOf(record),
    reload: () => findKept(campaign),
    send: ({ valid, version }) =>
      change.mutateAsync({ params: { id: campaign.id }, body: { ...valid.period, version } }),
  });
  const { kind } = draft.values.period;
  return (
    <RecordDialog
      title={`Conservación de ${campaign.name}`}
      width={480}
      status={status}
      labels={{ period: 'Plazo' }}
      inWords={(_field, value) => periodInWords(value as Period)}
      onClose={onClose}
    >
      <Bound form={form} name="period.kind">
        {({ onChange, ...field }) => (
          <ChoiceField {...field} label="Plazo" options={KINDS} onChange={(chosen) => onChange(chosen ?? 'system')} />
        )}
      </Bound>
      {kind === 'own' && <TextInput form={form} name="period.months" {...MONTHS} />}
      {kind === 'none' && <TextInput form={form} name="period.reason" label="Motivo" help="Queda en la auditoría." />}
    </RecordDialog>
  );
}

const POLL_MS = 3_000;

export const retentionQuery = () =>
  endpointQuery('retention', retention.view, undefined, {
    pollMs: ({ runs }) => runs.some(({ finishedAt }) => finishedAt === null) && POLL_MS,
  });

export const retentionSaved = {
  replaces: retentionQuery,
  changes: [endpointKey('retention', retention.due), endpointKey('retention', retention.campaigns)],
};

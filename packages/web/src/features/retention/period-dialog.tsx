import { retention } from '@campanero/contract/retention/endpoints';
import {
  KEEP_MONTHS_DEFAULT,
  type KeepPeriods,
  keepPeriods,
  keptBody,
  type KeptCampaign,
  type KeptThing,
  retentionBody,
  type RetentionView,
} from '@campanero/contract/retention/schemas';
import { OutlinedInput } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { Field, wireInput } from '../../components/fields/field.tsx';
import { CHOOSE_FIRST, ConflictChoices } from '../../components/form/conflict-choices.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../components/form/save-bar.tsx';
import { call } from '../../lib/api.ts';
import { errorText } from '../../lib/errors.ts';
import { fetchFresh, useEndpointMutation } from '../../lib/changes.ts';
import { type RecordDraftState, type Stored, useRecordDraft } from '../../lib/record-draft.ts';
import { notify } from '../../lib/snackbar.ts';
import { retentionQuery, retentionSaved } from './api.ts';

const FAILED = 'No se pudo guardar el plazo. Inténtelo de nuevo.';
const SAVED = 'El plazo fue guardado.';

interface MonthsFieldProps {
  value: string;
  error: string | undefined;
  onChange: (typed: string) => void;
}

function MonthsField({ value, error, onChange }: MonthsFieldProps) {
  return (
    <Field label="Meses después del fin de la campaña" help="De 1 a 120." error={error}>
      {(wiring) => (
        <OutlinedInput
          {...wireInput(wiring)}
          fullWidth
          autoComplete="off"
          inputMode="numeric"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

interface PeriodDialogProps<V extends object> {
  title: string;
  draft: RecordDraftState<V>;
  labels: Record<string, string>;
  inWords: (field: string, value: unknown) => string;
  /** What is wrong with what was typed. */
  fault: string | undefined;
  onSend: (sent: Stored<V>) => Promise<unknown>;
  onClose: () => void;
  children: (fault: string | undefined) => ReactNode;
}

/** Guardar waits for a change; what is wrong with it is said when somebody tries to save it. */
function PeriodDialog<V extends object>({ title, draft, fault, onSend, onClose, ...props }: PeriodDialogProps<V>) {
  const [refusal, setRefusal] = useState<string>();
  const [isTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const submit = async () => {
    setTried(true);
    if (fault !== undefined || !draft.isReady || isPending) return;
    setPending(true);
    setRefusal(undefined);
    try {
      if (!(await draft.save(onSend))) return;
      notify.success(SAVED);
      onClose();
    } catch (error) {
      setRefusal(errorText(error, FAILED));
    } finally {
      setPending(false);
    }
  };
  return (
    <FormDialog
      title={title}
      width={480}
      isPending={isPending}
      error={refusal}
      onSubmit={() => void submit()}
      onClose={onClose}
      submit={
        <SubmitButton
          ready={draft.isReady}
          reason={draft.isUndecided ? CHOOSE_FIRST : 'Todavía no hay cambios.'}
          pending={isPending}
          pendingText="Guardando…"
        >
          Guardar
        </SubmitButton>
      }
    >
      {props.children(isTried ? fault : undefined)}
      <ConflictChoices
        conflicts={draft.conflicts}
        labels={props.labels}
        inWords={props.inWords}
        onChoose={draft.choose}
      />
    </FormDialog>
  );
}

const faultIn = (schema: z.ZodType, body: unknown) => schema.safeParse(body).error?.issues[0]?.message;
const monthsInWords = (months: string) => (months === '1' ? '1 mes' : `${months} meses`);

const systemValues = z.object({ months: z.string() });

/** The period of every campaign that has none of its own. */
export function SystemPeriodDialog({ view, onClose }: { view: RetentionView; onClose: () => void }) {
  const change = useEndpointMutation(retention.change, retentionSaved);
  const draft = useRecordDraft({
    name: 'retention',
    schema: systemValues,
    record: view,
    valuesOf: ({ months }) => ({ months: String(months) }),
    reload: () => fetchFresh(retentionQuery()),
  });
  return (
    <PeriodDialog
      title="Plazo del sistema"
      draft={draft}
      labels={{ months: 'Plazo del sistema' }}
      inWords={(_field, value) => monthsInWords(String(value))}
      fault={faultIn(retentionBody.shape.months, Number(draft.values.months))}
      onSend={({ values, version }) => change.mutateAsync({ body: { months: Number(values.months), version } })}
      onClose={onClose}
    >
      {(error) => (
        <MonthsField value={draft.values.months} error={error} onChange={(typed) => draft.change({ months: typed })} />
      )}
    </PeriodDialog>
  );
}

interface DaysDialogProps {
  view: RetentionView;
  thing: KeptThing;
  /** In the words of the list. */
  what: string;
  onClose: () => void;
}

const daysValues = z.object({ notifications: z.string(), notes: z.string(), inbox: z.string(), outbox: z.string() });
type Days = z.infer<typeof daysValues>;
const daysOf = ({ notifications, notes, inbox, outbox }: KeepPeriods): Days => ({
  notifications: String(notifications),
  notes: String(notes),
  inbox: String(inbox),
  outbox: String(outbox),
});
const periodsOf = (days: Days, version: number): KeepPeriods => ({
  notifications: Number(days.notifications),
  notes: Number(days.notes),
  inbox: Number(days.inbox),
  outbox: Number(days.outbox),
  version,
});

/** How many days one of the other things is kept. */
export function DaysDialog({ view, thing, what, onClose }: DaysDialogProps) {
  const change = useEndpointMutation(retention.changePeriods, retentionSaved);
  const draft = useRecordDraft({
    name: `retention-days:${thing}`,
    schema: daysValues,
    record: view.periods,
    valuesOf: daysOf,
    reload: async () => (await fetchFresh(retentionQuery())).periods,
  });
  return (
    <PeriodDialog
      title={what}
      draft={draft}
      labels={{ [thing]: what }}
      inWords={(_field, value) => `${String(value)} días`}
      fault={faultIn(keepPeriods.shape[thing], Number(draft.values[thing]))}
      onSend={({ values, version }) => change.mutateAsync({ body: periodsOf(values, version) })}
      onClose={onClose}
    >
      {(error) => (
        <Field
          label="Días que se conservan"
          error={error}
          help="De 30 a 3650. Lo que ya los cumplió se quita en la próxima hora y no se puede recuperar."
        >
          {(wiring) => (
            <OutlinedInput
              {...wireInput(wiring)}
              fullWidth
              autoComplete="off"
              inputMode="numeric"
              value={draft.values[thing]}
              onChange={({ target }) => draft.change({ [thing]: target.value })}
            />
          )}
        </Field>
      )}
    </PeriodDialog>
  );
}

const KINDS = [
  { id: 'system', name: 'Según el sistema' },
  { id: 'own', name: 'Un plazo propio' },
  { id: 'none', name: 'Sin plazo, con un motivo' },
] as const;

// One field: months and reason mean something only with their kind.
const keptValues = z.object({
  period: z.object({ kind: z.enum(['system', 'own', 'none']), months: z.string(), reason: z.string() }),
});
type Period = z.infer<typeof keptValues>['period'];

const keptOf = ({ months, reason }: KeptCampaign): { period: Period } => ({
  period: {
    kind: reason !== null ? 'none' : months === null ? 'system' : 'own',
    months: String(months ?? KEEP_MONTHS_DEFAULT),
    reason: reason ?? '',
  },
});
const bodyOf = ({ kind, months, reason }: Period) => ({
  months: kind === 'own' ? Number(months) : null,
  reason: kind === 'none' ? reason : null,
});
const periodInWords = ({ kind, months, reason }: Period) =>
  kind === 'own' ? monthsInWords(months) : kind === 'none' ? `Sin plazo: ${reason}` : 'Según el sistema';

/** One campaign as it is saved now: the server has no other way to ask for one than the list. */
async function findKept({ id }: KeptCampaign): Promise<KeptCampaign | undefined> {
  const query = { general: String(id), pageNumber: 0, pageSize: 100 };
  const { campaigns } = await call(retention.campaigns, { query });
  return campaigns.find((campaign) => campaign.id === id);
}

/** One campaign's own period, or none with the reason. */
export function CampaignPeriodDialog({ campaign, onClose }: { campaign: KeptCampaign; onClose: () => void }) {
  const change = useEndpointMutation(retention.changeCampaign, retentionSaved);
  const draft = useRecordDraft({
    name: `retention-campaign:${campaign.id}`,
    schema: keptValues,
    record: campaign,
    valuesOf: keptOf,
    reload: () => findKept(campaign),
  });
  const { period } = draft.values;
  const edit = (parts: Partial<Period>) => draft.change({ period: { ...period, ...parts } });
  return (
    <PeriodDialog
      title={`Conservación de ${campaign.name}`}
      draft={draft}
      labels={{ period: 'Plazo' }}
      inWords={(_field, value) => periodInWords(value as Period)}
      fault={faultIn(keptBody, { ...bodyOf(period), version: 0 })}
      onSend={({ values, version }) =>
        change.mutateAsync({ params: { id: campaign.id }, body: { ...bodyOf(values.period), version } })
      }
      onClose={onClose}
    >
      {(error) => (
        <>
          <ChoiceField
            label="Plazo"
            options={KINDS}
            value={period.kind}
            onChange={(kind) => edit({ kind: kind ?? 'system' })}
          />
          {period.kind === 'own' && (
            <MonthsField value={period.months} error={error} onChange={(months) => edit({ months })} />
          )}
          {period.kind === 'none' && (
            <Field label="Motivo" help="Queda en la auditoría." error={error}>
              {(wiring) => (
                <OutlinedInput
                  {...wireInput(wiring)}
                  fullWidth
                  value={period.reason}
                  onChange={({ target }) => edit({ reason: target.value })}
                />
              )}
            </Field>
          )}
        </>
      )}
    </PeriodDialog>
  );
}

import type { Calendar } from '@campanero/contract/calling-rules/calendar';
import { correctionBody, type CorrectionBody, type HistoryEntry } from '@campanero/contract/calls/schemas';
import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { BlankTexts } from '@campanero/contract/scripts/blanks';
import type { Answers } from '@campanero/contract/surveys/definition';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { z } from 'zod';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { TextInput } from '../../components/fields/text-input.tsx';
import { RecordDialog } from '../../components/form/form-panel.tsx';
import { later } from '../../components/later.tsx';
import { Muted } from '../../components/layout.tsx';
import { fetchFresh } from '../../lib/changes.ts';
import { now } from '../../lib/clock.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { useShortcutPause } from '../../lib/shortcuts.ts';
import { type CallKey, historyQuery, useCorrectOutcome } from '../api.ts';
import { OutcomeFields } from '../register/outcome-fields.tsx';
import type { OutcomeState } from '../register/outcome-states.ts';
import {
  closedAt,
  outcomeBody,
  outcomeErrors,
  type OutcomeErrors,
  outcomeValues,
  withState,
} from '../register/outcome-values.ts';
import { changedAnswers, typedAnswer } from '../survey/interview-answers.ts';
import { refusedAnswer } from '../survey/refused-answer.ts';
import { useAskedSurvey } from '../survey/use-interview.ts';
import {
  ANSWER_UNFINISHED,
  CORRECTED,
  CORRECTION_FAILED,
  CORRECTION_UNCHANGED,
  CORRECTION_UNFINISHED,
} from '../texts.ts';

interface CorrectionDialogProps extends CallKey {
  entry: HistoryEntry;
  states: readonly OutcomeState[];
  calendar: Calendar;
  /** What the campaign asks; null: nothing. */
  survey: CampaignDetail['survey'];
  words: BlankTexts | undefined;
  onClose: () => void;
}

/** For managers: registers another outcome in place of a wrong one, with a reason. The original entry stays visible. */
export function CorrectionDialog(props: CorrectionDialogProps) {
  const { entry: opened, states, calendar, survey, words, onClose, campaignId, callId } = props;
  const contextId = useId();
  const { form, status, entry, history, values, missing, interview, ...fields } = useCorrection({
    opened,
    states,
    calendar,
    key: { campaignId, callId },
    survey,
    onSaved: onClose,
  });
  useShortcutPause();
  const chooseState = (id: number | null) => {
    const state = states.find((option) => option.id === id);
    if (state) fields.change(withState(values, state));
  };
  return (
    <RecordDialog
      title="Corregir resultado"
      width={640}
      aria-describedby={contextId}
      status={{ ...status, isReady: status.isReady && missing === undefined }}
      action="Corregir"
      unchanged={missing}
      invalid={missing}
      labels={LABELS}
      inWords={(field, value) => inWords(field, value, states, history)}
      // A click beside the dialog must not discard what was typed.
      onClose={(_event?: unknown, reason?: string) => {
        if (!(reason === 'backdropClick' && status.isDirty)) onClose();
      }}
    >
      <Muted id={contextId}>
        <b>{entry.state.name}</b> · <bdi>{formatDateTime(entry.createdAt)}</bdi> · {entry.user.name}. El registro
        original queda a la vista y se avisa a quien lo hizo.
      </Muted>
      <ChoiceField
        label="Estado"
        options={states}
        value={values.stateId}
        valueName={entry.state.name}
        onChange={chooseState}
        error={fields.errors.stateId}
      />
      <OutcomeFields form={{ values, ...fields }} chosen={states.find(({ id }) => id === values.stateId)} />
      <TextInput form={form} name="observations" label="Observaciones" optional multiline minRows={2} maxRows={6} />
      {interview && <CorrectedAnswers {...interview} words={words} />}
      <TextInput form={form} name="reason" label="Motivo de la corrección" multiline minRows={2} maxRows={4} />
    </RecordDialog>
  );
}

// Of campaigns that ask nothing it is not loaded.
const CorrectedAnswers = later(
  async () => (await import('./corrected-answers.tsx')).CorrectedAnswers,
  <Skeleton height={48} />,
);

interface CorrectionOptions extends Pick<CorrectionDialogProps, 'states' | 'calendar' | 'survey'> {
  key: CallKey;
  opened: HistoryEntry;
  onSaved: () => void;
}

/** If somebody else corrected the outcome meanwhile, their correction is the one that is corrected. */
function useCorrection({ key, opened, states, calendar, survey, onSaved }: CorrectionOptions) {
  const [openedAt] = useState(() => new Date(now()));
  const history = useQuery({ ...historyQuery(key), enabled: false }).data ?? [];
  const entry = newestOf(history, opened);
  // All corrections of one outcome share the draft named after the first entry.
  const [firstId] = useState(() => chainOf(history, opened).at(-1)!.id);
  const correct = useCorrectOutcome(key.callId);
  const asked = useAskedSurvey({ id: key.campaignId, survey }, key.callId);
  const changesOf = (answers: Answers) =>
    asked.survey && asked.stored && changedAnswers(asked.survey, asked.stored, { ...asked.stored, ...answers });
  const refused = useMemo(() => refusedAnswer(correct.error), [correct.error]);
  const faultsOf = (values: CorrectionValues, before: CorrectionValues) =>
    // An unchanged date was confirmed when it was set.
    correctionErrors(values, openedAt, values.callbackAt === before.callbackAt ? undefined : calendar);
  const { form, draft, status } = useRecordForm({
    name: `correction:${key.callId}:${firstId}`,
    schema: correctionDraft,
    rules: (base) =>
      correctionDraft.superRefine((typed, context) => {
        for (const [field, message] of Object.entries(faultsOf(ungrouped(typed), ungrouped(base))))
          context.addIssue({ code: 'custom', path: field in OUTCOME ? ['outcome', field] : [field], message });
      }),
    mode: 'onSubmit',
    record: entry,
    valuesOf: (record = entry) => ({
      entryId: record.id,
      answers: {},
      ...grouped(correctionValuesOf(record, openedAt)),
    }),
    reload: async () => newestOf(await fetchFresh(historyQuery(key)), opened),
    send: ({ values: sent, base, version }) => {
      const body = changesOf(sent.answers)?.body;
      const [{ stateId, ...outcome }, was] = [ungrouped(sent), ungrouped(base)];
      const state = states.find(({ id }) => id === stateId);
      return correct.mutateAsync({
        params: { id: key.campaignId, callId: key.callId, entryId: base.entryId },
        body: { ...bodyOf({ ...outcome, stateId: stateId! }, was, state), ...(body && { interview: body }), version },
      });
    },
    failed: CORRECTION_FAILED,
    done: CORRECTED,
    onSaved,
  });
  const [values, before] = [ungrouped(draft.values), ungrouped(draft.base)];
  const faults = faultsOf(values, before);
  const { isSubmitted } = form.formState;
  const changed = changesOf(draft.values.answers);
  const none: CorrectionErrors = {};
  return {
    form,
    status,
    entry,
    history,
    values,
    /** What OutcomeFields changes is more than one field of this form. */
    change: (parts: Partial<CorrectionValues>) => {
      const { outcome, affinity } = grouped({ ...values, ...parts });
      form.setValue('outcome', outcome, { shouldValidate: true });
      form.setValue('affinity', affinity, { shouldValidate: true });
    },
    interview: asked.survey &&
      asked.stored && {
        survey: asked.survey,
        answers: { ...asked.stored, ...draft.values.answers },
        onChange: (answers: Answers) =>
          form.setValue('answers', changedAnswers(asked.survey!, asked.stored!, answers)?.typed ?? {}, {
            shouldValidate: true,
          }),
        wrong: refused,
      },
    // Shown after the first attempt to save.
    errors: isSubmitted ? faults : none,
    callsFrom: values.callbackAt === before.callbackAt ? undefined : closedAt(values.callbackAt, openedAt, calendar),
    missing: changed?.wrong
      ? ANSWER_UNFINISHED
      : isOtherOutcome(values, before) || changed?.body
        ? (faults.reason ?? (Object.keys(faults).length > 0 ? CORRECTION_UNFINISHED : undefined))
        : CORRECTION_UNCHANGED,
  };
}

const LABELS: Record<string, string> = {
  entryId: 'Lo registró',
  outcome: 'Resultado',
  affinity: 'Afinidad',
  observations: 'Observaciones',
  personId: 'Habló con',
};

function inWords(field: string, value: unknown, states: readonly OutcomeState[], history: readonly HistoryEntry[]) {
  if (field === 'entryId') return history.find(({ id }) => id === value)?.user.name ?? '';
  if (field === 'personId') return history.find(({ personId }) => personId === value)?.person?.name ?? '';
  if (field !== 'outcome') return typeof value === 'string' ? value : '';
  const { stateId, substateId, callbackAt } = value as CorrectionDraft['outcome'];
  const state = history.find((entry) => entry.stateId === stateId)?.state ?? states.find(({ id }) => id === stateId);
  const substate = states.flatMap(({ substates }) => substates).find(({ id }) => id === substateId);
  return [state?.name, substate?.name, callbackAt && formatDateTime(callbackAt)].filter(Boolean).join(' · ');
}

function chainOf(history: readonly HistoryEntry[], entry: HistoryEntry): HistoryEntry[] {
  const before = history.find(({ id }) => id === entry.correctsId);
  return before ? [entry, ...chainOf(history, before)] : [entry];
}

const newestOf = (history: readonly HistoryEntry[], opened: HistoryEntry): HistoryEntry =>
  history.find((entry) => !entry.corrected && chainOf(history, entry).some(({ id }) => id === opened.id)) ?? opened;

const correctionValues = outcomeValues.extend({ reason: z.string() });
type CorrectionValues = z.infer<typeof correctionValues>;
type CorrectionErrors = OutcomeErrors & { reason?: string };

/** These depend on the state, so they are one field: of two conflicting corrections, one outcome is chosen as a whole. */
const OUTCOME = { stateId: true, substateId: true, callbackAt: true, callbackConfirmed: true } as const;
const correctionDraft = z.object({
  entryId: z.number(),
  outcome: correctionValues.pick(OUTCOME),
  ...correctionValues.omit(OUTCOME).shape,
  /** Those that are changed; drafts of earlier versions lack it. */
  answers: z.record(z.string(), typedAnswer).default({}),
});
type CorrectionDraft = z.infer<typeof correctionDraft>;
const grouped = ({ stateId, substateId, callbackAt, callbackConfirmed, ...others }: CorrectionValues) => ({
  outcome: { stateId, substateId, callbackAt, callbackConfirmed },
  ...others,
});
const ungrouped = ({
  outcome,
  entryId: _entryId,
  answers: _answers,
  ...others
}: CorrectionDraft): CorrectionValues => ({ ...others, ...outcome });

/** The registered values. A date in the past would be refused; left empty, the server keeps it. */
export const correctionValuesOf = (entry: HistoryEntry, now: Date): CorrectionValues => ({
  stateId: entry.stateId,
  substateId: entry.substateId,
  affinity: entry.affinity,
  observations: entry.observations ?? '',
  callbackAt: entry.callbackAt && Date.parse(entry.callbackAt) > now.getTime() ? entry.callbackAt : '',
  callbackConfirmed: false,
  personId: entry.personId,
  question: null,
  reason: '',
});

export function correctionErrors(values: CorrectionValues, now: Date, calendar?: Calendar): CorrectionErrors {
  const reason = correctionBody.shape.reason.safeParse(values.reason).error?.issues[0]?.message;
  return { ...outcomeErrors(values, now, calendar), ...(reason !== undefined && { reason }) };
}

const outcomeOf = ({ reason: _reason, ...outcome }: CorrectionValues) => JSON.stringify(outcome);
export const isOtherOutcome = (values: CorrectionValues, before: CorrectionValues) =>
  outcomeOf(values) !== outcomeOf(before);

/** As in a registration, except that a removed date is sent as null. */
type Chosen = CorrectionValues & { stateId: number };
export function bodyOf(values: Chosen, before: CorrectionValues, state: OutcomeState | undefined): CorrectionBody {
  const isDateDropped = before.callbackAt !== '' && values.callbackAt === '' && state?.callback === true;
  return { ...outcomeBody(values), ...(isDateDropped && { callbackAt: null }), reason: values.reason.trim() };
}

import { personalData } from '@campanero/contract/personal-data/endpoints';
import { answerBody, type DataRequest, kindsInWords } from '@campanero/contract/personal-data/request-schemas';
import { Box, Button, OutlinedInput } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { z } from 'zod';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { Field, wireInput } from '../../components/fields/field.tsx';
import { FormNote } from '../../components/form/form-note.tsx';
import { dropDraft, hasDraft } from '../../lib/draft.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { useRecordDraft } from '../../lib/record-draft.ts';
import { getSession } from '../../lib/session.ts';
import { notify } from '../../lib/snackbar.ts';
import { fetchRequest, requestSaved } from './api.ts';
import { faultsByField } from './request-words.ts';
import { DATA_REQUEST_FAILED } from './texts.ts';

const outcomes = (isDone: boolean) =>
  [
    { id: 'CUMPLIDO', name: isDone ? 'Cumplido: se hizo lo que pidió' : 'Cumplido, por un motivo, sin hacer todo' },
    { id: 'RECHAZADO', name: 'Rechazado: se explicó por qué no' },
  ] as const;

const answerValues = z.object({
  state: answerBody.shape.state.nullable(),
  answer: z.string(),
  undoneReason: z.string(),
});
type AnswerValues = z.infer<typeof answerValues>;
const NO_ANSWER: AnswerValues = { state: null, answer: '', undoneReason: '' };
const answerDraft = (requestId: number) => `answer:${requestId}`;

export const hasAnswerDraft = (requestId: number): boolean => {
  const userId = getSession()?.userId;
  return userId !== undefined && hasDraft(userId, answerDraft(requestId));
};
/** Of a request that is closed: what it said may have been erased since. */
export const forgetAnswer = (requestId: number): void => {
  const userId = getSession()?.userId;
  if (userId !== undefined) dropDraft(userId, answerDraft(requestId));
};

/** What was answered: it closes the request. As fulfilled while something is not done, only with the reason. */
export function AnswerForm({ request }: { request: DataRequest }) {
  const answer = useEndpointMutation(personalData.answerRequest, requestSaved);
  const draft = useRecordDraft({
    name: answerDraft(request.id),
    schema: answerValues,
    record: request,
    // An open request has no saved answer, so other changes of the request cannot conflict with this one.
    valuesOf: () => NO_ANSWER,
    reload: () => fetchRequest(request.id),
    staysOnLeaving: true,
  });
  const undone = request.kinds.filter(({ doneAt }) => doneAt === null);
  // While something is not done, CUMPLIDO is not preselected.
  const state = draft.values.state ?? (undone.length === 0 ? 'CUMPLIDO' : null);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const needsReason = state === 'CUMPLIDO' && undone.length > 0;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!state) {
      setFaults({ state: 'Elija el resultado.' });
      return;
    }
    const undoneReason = needsReason ? draft.values.undoneReason : null;
    const read = answerBody.safeParse({ state, answer: draft.values.answer, undoneReason, version: request.version });
    if (!read.success) {
      setFaults(faultsByField(read.error));
      return;
    }
    try {
      await draft.save(({ version }) =>
        answer.mutateAsync({ params: { id: request.id }, body: { ...read.data, version } }),
      );
      notify.success('El pedido fue respondido.');
    } catch (error) {
      setFaults(error instanceof ApiError ? error.fields : {});
    }
  };
  const change = (parts: Partial<AnswerValues>) => {
    draft.change(parts);
    setFaults({});
  };
  const typed = (name: 'answer' | 'undoneReason') => ({
    fullWidth: true,
    value: draft.values[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 4 }}>
      <ChoiceField
        label="Resultado"
        placeholder="Elija el resultado"
        options={outcomes(undone.length === 0)}
        value={state}
        onChange={(outcome) => change({ state: outcome })}
        error={faults['state']}
      />
      {needsReason && (
        <Field
          label="Por qué se lo da por cumplido"
          error={faults['undoneReason']}
          help={`No se hizo: ${kindsInWords(undone).toLowerCase()}. El motivo queda en el registro y en la auditoría: no escriba datos de la persona.`}
        >
          {(wiring) => <OutlinedInput {...wireInput(wiring)} autoComplete="off" {...typed('undoneReason')} />}
        </Field>
      )}
      <Field label="Qué se respondió" error={faults['answer']}>
        {(wiring) => <OutlinedInput {...wireInput(wiring)} multiline minRows={3} {...typed('answer')} />}
      </Field>
      <FormNote>{answer.error ? errorText(answer.error, DATA_REQUEST_FAILED) : undefined}</FormNote>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button
          type="submit"
          // The one filled button of the page is what is to be done next.
          variant={undone.length > 0 ? 'outlined' : 'contained'}
          disabled={answer.isPending}
          aria-busy={answer.isPending}
        >
          {answer.isPending ? 'Guardando…' : 'Responder y cerrar'}
        </Button>
      </Box>
    </Box>
  );
}

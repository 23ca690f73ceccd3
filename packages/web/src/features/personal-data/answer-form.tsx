import {
  type AnswerBody,
  answerBody,
  type DataRequest,
  kindsInWords,
} from '@campanero/contract/personal-data/request-schemas';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type FormEvent, useState } from 'react';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { Field, wireInput } from '../../components/fields/field.tsx';
import { FormNote } from '../../components/form/form-note.tsx';
import { ApiError, errorText } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';
import { useAnswerRequest } from './api.ts';
import { faultsByField } from './request-words.ts';
import { REQUEST_FAILED } from './texts.ts';

const outcomes = (isDone: boolean) =>
  [
    { id: 'CUMPLIDO', name: isDone ? 'Cumplido: se hizo lo que pidió' : 'Cumplido, por un motivo, sin hacer todo' },
    { id: 'RECHAZADO', name: 'Rechazado: se explicó por qué no' },
  ] as const;
type Outcome = AnswerBody['state'];

/** What was answered: it closes the request. As fulfilled while something is not done, only with the reason. */
export function AnswerForm({ request }: { request: DataRequest }) {
  const answer = useAnswerRequest(request.id);
  const undone = request.kinds.filter(({ doneAt }) => doneAt === null);
  // While something is not done, nobody is led to call it fulfilled.
  const [chosen, setChosen] = useState<Outcome | null>(null);
  const state = chosen ?? (undone.length === 0 ? 'CUMPLIDO' : null);
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [faults, setFaults] = useState<Record<string, string>>({});
  const needsReason = state === 'CUMPLIDO' && undone.length > 0;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!state) {
      setFaults({ state: 'Elija el resultado.' });
      return;
    }
    const undoneReason = needsReason ? reason : null;
    const read = answerBody.safeParse({ state, answer: text, undoneReason, version: request.version });
    if (!read.success) {
      setFaults(faultsByField(read.error));
      return;
    }
    try {
      await answer.mutateAsync(read.data);
      notify.success('El pedido fue respondido.');
    } catch (error) {
      setFaults(error instanceof ApiError ? error.fields : {});
    }
  };
  const typed = (value: string, onType: (value: string) => void) => ({
    fullWidth: true,
    value,
    onChange: ({ target }: { target: { value: string } }) => {
      onType(target.value);
      setFaults({});
    },
  });
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 4 }}>
      <ChoiceField
        label="Resultado"
        placeholder="Elija el resultado"
        options={outcomes(undone.length === 0)}
        value={state}
        onChange={(outcome) => {
          setChosen(outcome);
          setFaults({});
        }}
        error={faults['state']}
      />
      {needsReason && (
        <Field
          label="Por qué se lo da por cumplido"
          error={faults['undoneReason']}
          help={`No se hizo: ${kindsInWords(undone).toLowerCase()}. El motivo queda en el registro y en la auditoría: no escriba datos de la persona.`}
        >
          {(wiring) => <OutlinedInput {...wireInput(wiring)} autoComplete="off" {...typed(reason, setReason)} />}
        </Field>
      )}
      <Field label="Qué se respondió" error={faults['answer']}>
        {(wiring) => <OutlinedInput {...wireInput(wiring)} multiline minRows={3} {...typed(text, setText)} />}
      </Field>
      <FormNote>{answer.error ? errorText(answer.error, REQUEST_FAILED) : undefined}</FormNote>
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

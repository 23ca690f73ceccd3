import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { FormNote } from '../../components/form/form-note.tsx';
import { SubmitButton } from '../../components/form/save-bar.tsx';
import { errorText } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';
import { type CallKey, useReassignCall } from '../api.ts';
import { FINISHED, OPERATOR_FAILED, OPERATOR_SAVED, OPERATOR_UNCHANGED } from '../texts.ts';

interface Person {
  id: number;
  name: string;
}
interface OperatorFormProps {
  callKey: CallKey;
  current: Person | null;
  /** Managers choose any operator of the campaign, operators only themselves. */
  choices: readonly Person[];
  isClosed: boolean;
}

/** Whose call it is, and whose it shall be. */
export function OperatorForm({ callKey, current, choices, isClosed }: OperatorFormProps) {
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const reassign = useReassignCall(callKey);
  const operatorId = chosenId ?? current?.id ?? null;
  const isChanged = operatorId !== null && operatorId !== current?.id;
  const submit = async () => {
    setTried(true);
    if (!isChanged || isClosed || reassign.isPending) return;
    setRefusal(undefined);
    try {
      await reassign.mutateAsync({ operatorId, from: current?.id ?? null });
      setChosenId(null);
      setTried(false);
      notify.success(OPERATOR_SAVED);
    } catch (error) {
      setRefusal(errorText(error, OPERATOR_FAILED));
    }
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      sx={{ p: 4, display: 'grid', gap: 4, maxWidth: 480 }}
    >
      <Typography color="textSecondary">
        {current ? (
          <>
            Asignado a <b style={{ fontWeight: 600 }}>{current.name}</b>.
          </>
        ) : (
          'Sin operador asignado.'
        )}
      </Typography>
      <ChoiceField
        label="Operador"
        options={choices}
        value={operatorId}
        valueName={current?.name}
        disabled={isClosed}
        placeholder="Elija un operador"
        error={isTried && !isChanged ? OPERATOR_UNCHANGED : undefined}
        onChange={setChosenId}
      />
      <FormNote>{refusal}</FormNote>
      <div>
        <SubmitButton
          ready={isChanged && !isClosed}
          reason={isClosed ? FINISHED : OPERATOR_UNCHANGED}
          pending={reassign.isPending}
          pendingText="Actualizando…"
          onRefused={() => setTried(true)}
        >
          Actualizar
        </SubmitButton>
      </div>
    </Box>
  );
}

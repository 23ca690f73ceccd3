import { observations as observationsRule } from '@campanero/contract/calls/schemas';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { z } from 'zod';
import { Field, wireInput } from '../../components/fields/field.tsx';
import { FormNote } from '../../components/form/form-note.tsx';
import { SubmitButton } from '../../components/form/save-bar.tsx';
import { useDraft } from '../../lib/draft.ts';
import { errorText } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';
import { type ContactKey, useSaveDetail } from './api.ts';
import { CONTACT_SAVE_FAILED, FINISHED, OBSERVATION_SAVED } from './person-words.ts';

const typed = z.object({ observations: z.string(), invalid: z.boolean() });

interface ObservationFormProps {
  contactKey: ContactKey;
  detail: CallDetail;
  /** A closed campaign is read-only for everyone. */
  isClosed: boolean;
}

/** What is known of the number itself: a note, and whether it exists at all. */
export function ObservationForm({ contactKey, detail, isClosed }: ObservationFormProps) {
  const base = { observations: detail.observations ?? '', invalid: detail.invalid === 1 };
  const [draft, setDraft] = useDraft(`observation:${detail.callId}`, typed, { staysOnLeaving: true });
  const [refusal, setRefusal] = useState<string>();
  const save = useSaveDetail(contactKey);
  const values = draft ?? base;
  const isDirty = values.observations !== base.observations || values.invalid !== base.invalid;
  const error = observationsRule.safeParse(values.observations).error?.issues[0]?.message;
  const change = (parts: Partial<typeof values>) => {
    const next = { ...values, ...parts };
    const isSame = next.observations === base.observations && next.invalid === base.invalid;
    setDraft(isSame ? undefined : next);
  };
  const submit = async () => {
    if (!isDirty || error !== undefined || isClosed || save.isPending) return;
    setRefusal(undefined);
    try {
      await save.mutateAsync({
        ...(values.observations !== base.observations && { observations: values.observations }),
        ...(values.invalid !== base.invalid && { invalid: values.invalid ? 1 : 0 }),
        version: detail.version,
      });
      setDraft(undefined);
      notify.success(OBSERVATION_SAVED);
    } catch (failure) {
      setRefusal(errorText(failure, CONTACT_SAVE_FAILED));
    }
  };
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      sx={{ p: 4, display: 'grid', gap: 4 }}
    >
      <Field label="Observación del número" optional error={error}>
        {(wiring) => (
          <OutlinedInput
            {...wireInput(wiring)}
            multiline
            minRows={4}
            maxRows={12}
            disabled={isClosed}
            value={values.observations}
            onChange={({ target }) => change({ observations: target.value })}
            sx={{ '& textarea': { height: 'auto' } }}
          />
        )}
      </Field>
      <div>
        <FormControlLabel
          label="Número inválido"
          control={
            <Switch
              checked={values.invalid}
              disabled={isClosed}
              onChange={(_event, invalid) => change({ invalid })}
              sx={{ marginInlineEnd: 3 }}
            />
          }
        />
        <Typography variant="caption" color="textDisabled" component="p" sx={{ mt: 1 }}>
          Un número inválido no se vuelve a llamar en ninguna campaña.
        </Typography>
      </div>
      <FormNote>{refusal}</FormNote>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <SubmitButton
          ready={isDirty && error === undefined && !isClosed}
          reason={isClosed ? FINISHED : (error ?? 'Todavía no hay cambios.')}
          pending={save.isPending}
          pendingText="Guardando…"
        >
          Guardar
        </SubmitButton>
      </Box>
    </Box>
  );
}

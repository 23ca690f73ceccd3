import { observations as observationsRule } from '@campanero/contract/calls/schemas';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { Box, FormControlLabel, OutlinedInput, Switch, Typography } from '@mui/material';
import { useState } from 'react';
import { z } from 'zod';
import { Field, wireInput } from '../../components/fields/field.tsx';
import { CHOOSE_FIRST, ConflictChoices } from '../../components/form/conflict-choices.tsx';
import { FormNote } from '../../components/form/form-note.tsx';
import { SubmitButton } from '../../components/form/save-bar.tsx';
import { CONTACT_SAVE_FAILED } from '../../features/contacts/texts.ts';
import { forgetErased } from '../../lib/draft.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { useRecordDraft } from '../../lib/record-draft.ts';
import { notify } from '../../lib/snackbar.ts';
import { type ContactKey, useFreshContact, useSaveDetail } from '../api.ts';
import { FINISHED, OBSERVATION_SAVED } from '../texts.ts';

const noteValues = z.object({ observations: z.string(), invalid: z.boolean() });
const valuesOf = ({ observations, invalid }: CallDetail) => ({
  observations: observations ?? '',
  invalid: invalid === 1,
});
const LABELS = { observations: 'Observación del número', invalid: 'Número inválido' };
const inWords = (_field: string, value: unknown) =>
  typeof value === 'boolean' ? (value ? 'Sí' : 'No') : String(value);

interface ObservationFormProps {
  contactKey: ContactKey;
  detail: CallDetail;
  /** A closed campaign is read-only for everyone. */
  isClosed: boolean;
}

/** Observations about the number, and whether it is invalid. */
export function ObservationForm({ contactKey, detail, isClosed }: ObservationFormProps) {
  const save = useSaveDetail(contactKey);
  const askAgain = useFreshContact(contactKey);
  const draft = useRecordDraft({
    name: `observation:${detail.callId}`,
    schema: noteValues,
    record: detail,
    valuesOf,
    reload: askAgain,
    staysOnLeaving: true,
  });
  const [refusal, setRefusal] = useState<string>();
  const { values } = draft;
  const error = observationsRule.safeParse(values.observations).error?.issues[0]?.message;
  const isReady = draft.isReady && error === undefined && !isClosed;
  const submit = async () => {
    if (!isReady || save.isPending) return;
    setRefusal(undefined);
    try {
      const isSaved = await draft.save(({ changes: { observations, invalid }, version }) =>
        save.mutateAsync({
          ...(observations !== undefined && { observations }),
          ...(invalid !== undefined && { invalid: invalid ? 1 : 0 }),
          version,
        }),
      );
      if (isSaved) notify.success(OBSERVATION_SAVED);
    } catch (failure) {
      setRefusal(errorText(failure, CONTACT_SAVE_FAILED));
      if (failure instanceof ApiError && failure.code === 'CALL_ERASED')
        forgetErased({ callIds: [detail.callId], personIds: [] });
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
            onChange={({ target }) => draft.change({ observations: target.value })}
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
              onChange={(_event, invalid) => draft.change({ invalid })}
              sx={{ marginInlineEnd: 3 }}
            />
          }
        />
        <Typography variant="caption" color="textDisabled" component="p" sx={{ mt: 1 }}>
          Un número inválido no se vuelve a llamar en ninguna campaña.
        </Typography>
      </div>
      <ConflictChoices conflicts={draft.conflicts} labels={LABELS} inWords={inWords} onChoose={draft.choose} />
      <FormNote>{refusal}</FormNote>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <SubmitButton
          ready={isReady}
          reason={isClosed ? FINISHED : draft.isUndecided ? CHOOSE_FIRST : (error ?? 'Todavía no hay cambios.')}
          pending={save.isPending}
          pendingText="Guardando…"
        >
          Guardar
        </SubmitButton>
      </Box>
    </Box>
  );
}

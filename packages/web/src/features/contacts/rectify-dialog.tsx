import { contacts } from '@campanero/contract/contacts/endpoints';
import { changeReason, type Contact } from '@campanero/contract/contacts/schemas';
import { Button, OutlinedInput } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { Field, wireInput } from '../../components/fields/field.tsx';
import { CHOOSE_FIRST, ConflictChoices } from '../../components/form/conflict-choices.tsx';
import { FormDialog, WholeRow } from '../../components/form/form-dialog.tsx';
import { call } from '../../lib/api.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { useRecordDraft } from '../../lib/record-draft.ts';
import { notify } from '../../lib/snackbar.ts';
import { PersonFieldset, type PlaceEditor } from './person-fieldset.tsx';
import {
  faultsOf,
  PERSON_LABELS,
  personChange,
  type PersonChange,
  personInWords,
  personValues,
  type PersonPlace,
  valuesOf,
} from './person-values.ts';
import { CONTACT_SAVE_FAILED, CONTACT_SAVED } from './texts.ts';

const rectifyValues = personValues.extend({ reason: z.string() });

interface RectifyDialogProps {
  person: HeldPerson;
  /** The citizen's request, if there is one. */
  requestId?: number | undefined;
  /** Fetches the person again. */
  reload: () => Promise<HeldPerson | undefined>;
  renderPlace: PlaceEditor;
  placeInWords: (place: PersonPlace) => string;
  onClose: () => void;
  onSaved: () => void;
}
type HeldPerson = Omit<Contact, 'wrong'>;

/** Corrects a person's data at their request, with a reason. */
export function RectifyDialog({
  person,
  requestId,
  reload,
  renderPlace,
  placeInWords,
  onClose,
  onSaved,
}: RectifyDialogProps) {
  const draft = useRecordDraft({
    name: `rectify:${person.id}`,
    schema: rectifyValues,
    record: person,
    valuesOf: (record) => ({ ...valuesOf(record), reason: '' }),
    reload,
  });
  const { reason } = draft.values;
  const [refused, setRefused] = useState<Record<string, string>>({});
  const save = useMutation({
    mutationFn: (body: PersonChange & { version: number }) =>
      call(contacts.rectify, { params: { id: person.id }, body: { ...body, reason, requestId } }),
  });
  const { reason: _reason, ...changes } = draft.changes;
  const faults = faultsOf(personChange(changes));
  const isDirty = Object.keys(changes).length > 0;
  const errors: Record<string, string | undefined> = { ...refused, ...faults };
  const submit = async () => {
    const fault = changeReason.safeParse(reason).error?.issues[0]?.message;
    if (fault) {
      setRefused({ reason: fault });
      return;
    }
    if (Object.keys(faults).length > 0 || draft.isUndecided) return;
    try {
      const isSaved = await draft.save(({ changes: { reason: _typed, ...typed }, version }) =>
        save.mutateAsync({ ...personChange(typed), version }),
      );
      if (!isSaved) return;
      notify.success(CONTACT_SAVED);
      onSaved();
    } catch (error) {
      setRefused(error instanceof ApiError ? error.fields : {});
    }
  };
  return (
    <FormDialog
      title="Rectificar datos"
      width={720}
      isWide
      isPending={save.isPending}
      error={save.error && draft.conflicts.length === 0 ? errorText(save.error, CONTACT_SAVE_FAILED) : undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
      submit={
        <Button
          type="submit"
          variant="contained"
          disabled={!isDirty || draft.isUndecided || save.isPending}
          aria-busy={save.isPending}
          title={draft.isUndecided ? CHOOSE_FIRST : isDirty ? undefined : 'Todavía no hay cambios.'}
        >
          {save.isPending ? 'Guardando…' : 'Rectificar'}
        </Button>
      }
    >
      <PersonFieldset
        values={draft.values}
        errors={errors}
        onChange={(parts) => {
          draft.change(parts);
          setRefused({});
        }}
        renderPlace={renderPlace}
      />
      <WholeRow>
        <Field label="Motivo" error={errors['reason']} help="Queda en la auditoría, con su nombre y la fecha.">
          {(wiring) => (
            <OutlinedInput
              {...wireInput(wiring)}
              fullWidth
              autoComplete="off"
              inputProps={{ maxLength: 300 }}
              value={reason}
              onChange={({ target }) => {
                draft.change({ reason: target.value });
                setRefused({});
              }}
            />
          )}
        </Field>
      </WholeRow>
      {draft.conflicts.length > 0 && (
        <WholeRow>
          <ConflictChoices
            conflicts={draft.conflicts}
            labels={PERSON_LABELS}
            inWords={personInWords(placeInWords)}
            onChoose={draft.choose}
          />
        </WholeRow>
      )}
    </FormDialog>
  );
}

import { contacts } from '@campanero/contract/contacts/endpoints';
import { changeReason, type Contact } from '@campanero/contract/contacts/schemas';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Field, wireInput } from '../../components/fields/field.tsx';
import { FormDialog, WholeRow } from '../../components/form/form-dialog.tsx';
import { call } from '../../lib/api.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';
import type { PersonChange } from './api.ts';
import { PersonFieldset, type PlaceEditor } from './person-form.tsx';
import { changesOf, faultsOf, valuesOf } from './person-values.ts';
import { CONTACT_SAVE_FAILED, CONTACT_SAVED } from './person-words.ts';

interface RectifyDialogProps {
  person: Omit<Contact, 'wrong'>;
  renderPlace: PlaceEditor;
  onClose: () => void;
  onSaved: () => void;
}

/** Puts a person's data right at their request, with the reason. */
export function RectifyDialog({ person, renderPlace, onClose, onSaved }: RectifyDialogProps) {
  const base = valuesOf(person);
  const [values, setValues] = useState(base);
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState<Record<string, string>>({});
  const save = useMutation({
    mutationFn: (change: PersonChange) =>
      call(contacts.rectify, { params: { id: person.id }, body: { ...change, version: person.version, reason } }),
  });
  const changes = changesOf(base, values);
  const isDirty = Object.keys(changes).length > 0;
  const errors: Record<string, string | undefined> = { ...refused, ...faultsOf(changes) };
  const submit = async () => {
    const fault = changeReason.safeParse(reason).error?.issues[0]?.message;
    if (fault) {
      setRefused({ reason: fault });
      return;
    }
    if (Object.keys(faultsOf(changes)).length > 0) return;
    try {
      await save.mutateAsync(changes);
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
      error={save.error ? errorText(save.error, CONTACT_SAVE_FAILED) : undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
      submit={
        <Button
          type="submit"
          variant="contained"
          disabled={!isDirty || save.isPending}
          aria-busy={save.isPending}
          title={isDirty ? undefined : 'Todavía no hay cambios.'}
        >
          {save.isPending ? 'Guardando…' : 'Rectificar'}
        </Button>
      }
    >
      <PersonFieldset
        values={values}
        errors={errors}
        onChange={(parts) => {
          setValues({ ...values, ...parts });
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
                setReason(target.value);
                setRefused({});
              }}
            />
          )}
        </Field>
      </WholeRow>
    </FormDialog>
  );
}

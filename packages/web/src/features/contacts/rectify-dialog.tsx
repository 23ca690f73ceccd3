import { contacts } from '@campanero/contract/contacts/endpoints';
import { changeReason, type Contact } from '@campanero/contract/contacts/schemas';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Field, wireInput } from '../../components/fields/field.tsx';
import { FormNote } from '../../components/form/form-note.tsx';
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
  const titleId = useId();
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
  const submit = async (event: FormEvent) => {
    event.preventDefault();
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
    <Dialog
      open
      onClose={save.isPending ? undefined : onClose}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { width: 720, maxWidth: 720 } } }}
    >
      <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'contents' }}>
        <DialogTitle id={titleId}>Rectificar datos</DialogTitle>
        <DialogContent
          sx={{
            display: 'grid',
            gap: 4,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' },
            pt: '8px !important',
          }}
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
          <Box sx={{ gridColumn: '1 / -1' }}>
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
          </Box>
          <Box sx={{ gridColumn: '1 / -1' }}>
            <FormNote>{save.error ? errorText(save.error, CONTACT_SAVE_FAILED) : undefined}</FormNote>
          </Box>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={save.isPending}>
            Cancelar
          </Button>
          <Button
            type="submit"
            variant="contained"
            disabled={!isDirty || save.isPending}
            aria-busy={save.isPending}
            title={isDirty ? undefined : 'Todavía no hay cambios.'}
          >
            {save.isPending ? 'Guardando…' : 'Rectificar'}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}

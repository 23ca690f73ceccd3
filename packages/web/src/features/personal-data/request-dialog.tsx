import { dueOn } from '@campanero/contract/personal-data/due';
import {
  REQUEST_CHANNELS,
  REQUEST_KINDS,
  type RequestBody,
  requestBody,
} from '@campanero/contract/personal-data/request-schemas';
import { productDay } from '@campanero/contract/shared/dates';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type FormEvent, useId, useState } from 'react';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { DateField } from '../../components/fields/date-field.tsx';
import { Field, wireInput } from '../../components/fields/field.tsx';
import { FormNote } from '../../components/form/form-note.tsx';
import { now } from '../../lib/clock.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';
import { useCreateRequest } from './api.ts';
import { dayText } from './request-words.ts';
import { REQUEST_FAILED, REQUEST_SAVED } from './texts.ts';

const choices = <K extends string>(names: Record<K, string>) =>
  (Object.entries(names) as [K, string][]).map(([id, name]) => ({ id, name }));
const KINDS = choices(REQUEST_KINDS);
const CHANNELS = choices(REQUEST_CHANNELS);

interface RequestDialogProps {
  /** Whose data they are, where that is known already. */
  person?: { id: number; name: string };
  onClose: () => void;
  onSaved: (requestId: number) => void;
}

/** Enters what a citizen asks for. What was typed stays until it is saved. */
export function RequestDialog({ person, onClose, onSaved }: RequestDialogProps) {
  const titleId = useId();
  const create = useCreateRequest();
  const [values, setValues] = useState<RequestBody>({
    kind: 'ACCESO',
    channel: 'MOSTRADOR',
    receivedOn: productDay(now()),
    asker: person?.name ?? '',
    contact: '',
    detail: '',
    personId: person?.id ?? null,
  });
  const [faults, setFaults] = useState<Record<string, string>>({});
  const change = (parts: Partial<RequestBody>) => {
    setValues({ ...values, ...parts });
    setFaults({});
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const read = requestBody.safeParse(values);
    if (!read.success) {
      setFaults(Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message])));
      return;
    }
    try {
      const { id } = await create.mutateAsync(read.data);
      notify.success(REQUEST_SAVED);
      onSaved(id);
    } catch (error) {
      setFaults(error instanceof ApiError ? error.fields : {});
    }
  };
  const isDated = requestBody.shape.receivedOn.safeParse(values.receivedOn).success;
  return (
    <Dialog
      open
      onClose={create.isPending ? undefined : onClose}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { width: 640, maxWidth: 640 } } }}
    >
      <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'contents' }}>
        <DialogTitle id={titleId}>Registrar pedido</DialogTitle>
        <DialogContent
          sx={{
            display: 'grid',
            gap: 4,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' },
            pt: '8px !important',
          }}
        >
          <ChoiceField
            label="Tipo"
            options={KINDS}
            value={values.kind}
            onChange={(kind) => kind && change({ kind })}
            error={faults['kind']}
          />
          <ChoiceField
            label="Canal"
            options={CHANNELS}
            value={values.channel}
            onChange={(channel) => channel && change({ channel })}
            error={faults['channel']}
          />
          <DateField
            label="Recibido"
            size="medium"
            value={values.receivedOn}
            onChange={(receivedOn) => change({ receivedOn })}
            error={faults['receivedOn']}
            help={
              isDated && values.kind === 'ACCESO'
                ? `Vence el ${dayText(dueOn(values.kind, values.receivedOn, new Set()))}: diez días corridos.`
                : 'Vence a los cinco días hábiles, sin contar feriados.'
            }
          />
          <Field label="Quién lo pide" error={faults['asker']}>
            {(wiring) => (
              <OutlinedInput
                {...wireInput(wiring)}
                fullWidth
                autoComplete="off"
                value={values.asker}
                onChange={({ target }) => change({ asker: target.value })}
              />
            )}
          </Field>
          <Box sx={{ gridColumn: '1 / -1' }}>
            <Field
              label="Cómo contactarlo"
              optional
              error={faults['contact']}
              help="Correo, teléfono o domicilio al que se responde."
            >
              {(wiring) => (
                <OutlinedInput
                  {...wireInput(wiring)}
                  fullWidth
                  autoComplete="off"
                  value={values.contact}
                  onChange={({ target }) => change({ contact: target.value })}
                />
              )}
            </Field>
          </Box>
          <Box sx={{ gridColumn: '1 / -1' }}>
            <Field label="Qué pide" optional error={faults['detail']}>
              {(wiring) => (
                <OutlinedInput
                  {...wireInput(wiring)}
                  fullWidth
                  multiline
                  minRows={3}
                  value={values.detail}
                  onChange={({ target }) => change({ detail: target.value })}
                />
              )}
            </Field>
          </Box>
          <Box sx={{ gridColumn: '1 / -1' }}>
            <FormNote>{create.error ? errorText(create.error, REQUEST_FAILED) : undefined}</FormNote>
          </Box>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={create.isPending}>
            Cancelar
          </Button>
          <Button type="submit" variant="contained" aria-busy={create.isPending} disabled={create.isPending}>
            {create.isPending ? 'Guardando…' : 'Registrar'}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}

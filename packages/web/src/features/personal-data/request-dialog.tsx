import { dueOn } from '@campanero/contract/personal-data/due';
import {
  REQUEST_CHANNELS,
  REQUEST_KINDS,
  type RequestBody,
  requestBody,
} from '@campanero/contract/personal-data/request-schemas';
import { formatDay, productDay } from '@campanero/contract/shared/dates';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { DateField } from '../../components/fields/date-field.tsx';
import { Field, wireInput } from '../../components/fields/field.tsx';
import { FormDialog, WholeRow } from '../../components/form/form-dialog.tsx';
import { now } from '../../lib/clock.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';
import { useCreateRequest } from './api.ts';
import { REQUEST_FAILED, REQUEST_SAVED } from './texts.ts';

const choices = <K extends string>(names: Record<K, string>) =>
  (Object.entries(names) as [K, string][]).map(([id, name]) => ({ id, name }));
const KINDS = choices(REQUEST_KINDS);
const CHANNELS = choices(REQUEST_CHANNELS);

interface RequestDialogProps {
  /** Whose data they are, where that is known already. */
  person?: { id: number; name: string };
  /** What is asked for, where that is known already. */
  kind?: RequestBody['kind'] | undefined;
  onClose: () => void;
  onSaved: (requestId: number) => void;
}

/** Enters what a citizen asks for. */
export function RequestDialog({ person, kind: known = 'ACCESO', onClose, onSaved }: RequestDialogProps) {
  const create = useCreateRequest();
  const [values, setValues] = useState<RequestBody>({
    kind: known,
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
  const typed = (name: 'asker' | 'contact' | 'detail') => ({
    fullWidth: true,
    autoComplete: 'off',
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  const submit = async () => {
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
    <FormDialog
      title="Registrar pedido"
      width={640}
      isWide
      isPending={create.isPending}
      error={create.error ? errorText(create.error, REQUEST_FAILED) : undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
      submit={
        <Button type="submit" variant="contained" aria-busy={create.isPending} disabled={create.isPending}>
          {create.isPending ? 'Guardando…' : 'Registrar'}
        </Button>
      }
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
            ? `Vence el ${formatDay(dueOn(values.kind, values.receivedOn, new Set()))}: diez días corridos.`
            : 'Vence a los cinco días hábiles, sin contar feriados.'
        }
      />
      <Field label="Quién lo pide" error={faults['asker']}>
        {(wiring) => <OutlinedInput {...wireInput(wiring)} {...typed('asker')} />}
      </Field>
      <WholeRow>
        <Field
          label="Cómo contactarlo"
          optional
          error={faults['contact']}
          help="Correo, teléfono o domicilio al que se responde."
        >
          {(wiring) => <OutlinedInput {...wireInput(wiring)} {...typed('contact')} />}
        </Field>
      </WholeRow>
      <WholeRow>
        <Field label="Qué pide" optional error={faults['detail']}>
          {(wiring) => <OutlinedInput {...wireInput(wiring)} {...typed('detail')} multiline minRows={3} />}
        </Field>
      </WholeRow>
    </FormDialog>
  );
}

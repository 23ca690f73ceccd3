import { dueOn } from '@campanero/contract/personal-data/due';
import { personalData } from '@campanero/contract/personal-data/endpoints';
import {
  dataRequest,
  REQUEST_CHANNELS,
  requestBody,
  type RequestKind,
} from '@campanero/contract/personal-data/request-schemas';
import { formatDay, productDay } from '@campanero/contract/shared/dates';
import { Button, OutlinedInput } from '@mui/material';
import { useState } from 'react';
import { z } from 'zod';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { DateField } from '../../components/fields/date-field.tsx';
import { Field, wireInput } from '../../components/fields/field.tsx';
import { FormDialog, WholeRow } from '../../components/form/form-dialog.tsx';
import { now } from '../../lib/clock.ts';
import { useDraft } from '../../lib/draft.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { notify } from '../../lib/snackbar.ts';
import { personScope, requestScope } from './api.ts';
import { choices, IdentificationFields, KindsField } from './request-fields.tsx';
import { faultsByField } from './request-words.ts';
import { DATA_REQUEST_FAILED, REQUEST_SAVED } from './texts.ts';

const CHANNELS = choices(REQUEST_CHANNELS);

const requestDraft = dataRequest
  .pick({ channel: true, asker: true, contact: true, detail: true, identification: true })
  .extend({ kinds: z.array(dataRequest.shape.kind), receivedOn: z.string(), personId: z.number().nullable() });
type RequestDraft = z.infer<typeof requestDraft>;

interface RequestDialogProps {
  /** Whose data they are, where that is known already. */
  person?: { id: number; name: string };
  /** What is asked for, where that is known already. */
  kind?: RequestKind | undefined;
  onClose: () => void;
  onSaved: (requestId: number) => void;
}

/** Enters what a citizen asks for. */
export function RequestDialog({ person, kind: known, onClose, onSaved }: RequestDialogProps) {
  const create = useEndpointMutation(personalData.createRequest, {
    changes: ({ body: { personId } }) => [requestScope, ...(personId ? [personScope(personId)] : [])],
  });
  const [begun] = useState<RequestDraft>(() => ({
    kinds: known ? [known] : [],
    channel: 'MOSTRADOR',
    receivedOn: productDay(now()),
    asker: person?.name ?? '',
    contact: '',
    detail: '',
    personId: person?.id ?? null,
    identification: null,
  }));
  const [values = begun, setValues] = useDraft(`request:${person?.id ?? 'new'}`, requestDraft);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const change = (parts: Partial<typeof values>) => {
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
      setFaults(faultsByField(read.error));
      return;
    }
    try {
      const { id } = await create.mutateAsync({ body: read.data });
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
      error={create.error ? errorText(create.error, DATA_REQUEST_FAILED) : undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
      submit={
        <Button type="submit" variant="contained" aria-busy={create.isPending} disabled={create.isPending}>
          {create.isPending ? 'Guardando…' : 'Registrar'}
        </Button>
      }
    >
      <WholeRow>
        <KindsField value={values.kinds} onChange={(kinds) => change({ kinds })} error={faults['kinds']} />
      </WholeRow>
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
        help={isDated ? dueInWords(values.kinds, values.receivedOn) : undefined}
      />
      <Field label="Quién lo pide" error={faults['asker']}>
        {(wiring) => <OutlinedInput {...wireInput(wiring)} {...typed('asker')} />}
      </Field>
      <Field label="Cómo contactarlo" optional error={faults['contact']} help="Correo, teléfono o domicilio.">
        {(wiring) => <OutlinedInput {...wireInput(wiring)} {...typed('contact')} />}
      </Field>
      <IdentificationFields
        value={values.identification ?? null}
        onChange={(identification) => change({ identification: identification && { note: '', ...identification } })}
        optional
        help="Hace falta antes de informar, rectificar o borrar."
        errors={faults}
      />
      <WholeRow>
        <Field label="En sus palabras" optional error={faults['detail']}>
          {(wiring) => <OutlinedInput {...wireInput(wiring)} {...typed('detail')} multiline minRows={3} />}
        </Field>
      </WholeRow>
    </FormDialog>
  );
}

function dueInWords(kinds: readonly RequestKind[], receivedOn: string): string | undefined {
  if (kinds.length === 0) return undefined;
  if (kinds.every((kind) => kind === 'ACCESO'))
    return `Vence el ${formatDay(dueOn(kinds, receivedOn, new Set()))}: diez días corridos.`;
  return 'Vence a los cinco días hábiles, sin contar feriados.';
}

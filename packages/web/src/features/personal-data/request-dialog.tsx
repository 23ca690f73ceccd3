import { dueOn } from '@campanero/contract/personal-data/due';
import {
  dataRequest,
  REQUEST_CHANNELS,
  requestBody,
  requestedKinds,
  type RequestKind,
} from '@campanero/contract/personal-data/request-schemas';
import { formatDay, productDay } from '@campanero/contract/shared/dates';
import { Box } from '@mui/material';
import { useState } from 'react';
import { z } from 'zod';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { DateField } from '../../components/fields/date-field.tsx';
import { Bound, TextInput } from '../../components/fields/text-input.tsx';
import { RecordDialog } from '../../components/form/form-panel.tsx';
import { Halves } from '../../components/layout.tsx';
import { now } from '../../lib/clock.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { DATA_REQUEST_FAILED, useCreateRequest } from './api.ts';
import { choices } from '../../components/list/filters.ts';
import { IdentificationFields, KindsField } from './request-fields.tsx';

const CHANNELS = choices(REQUEST_CHANNELS);

const requestDraft = dataRequest
  .pick({ channel: true, asker: true, contact: true, detail: true, identification: true })
  .extend({ kinds: z.array(dataRequest.shape.kind), receivedOn: z.string(), personId: z.number().nullable() });

interface RequestDialogProps {
  person?: { id: number; name: string };
  onClose: () => void;
  onSaved: (requestId: number, kinds: readonly RequestKind[]) => void;
}

export function RequestDialog({ person, onClose, onSaved }: RequestDialogProps) {
  const create = useCreateRequest();
  const [begun] = useState<z.infer<typeof requestDraft>>(() => ({
    kinds: [],
    channel: 'MOSTRADOR',
    receivedOn: productDay(now()),
    asker: person?.name ?? '',
    contact: '',
    detail: '',
    personId: person?.id ?? null,
    identification: null,
  }));
  const [saved, setSaved] = useState<Parameters<typeof onSaved>>();
  const { form, draft, status } = useRecordForm({
    name: `request:${person?.id ?? 'new'}`,
    schema: requestDraft,
    rules: requestBody,
    mode: 'onSubmit',
    record: undefined,
    valuesOf: () => begun,
    send: async ({ valid }) => setSaved([(await create.mutateAsync({ body: valid })).id, requestedKinds(valid)]),
    failed: DATA_REQUEST_FAILED,
    done: 'El pedido fue registrado.',
    onSaved: () => onSaved(...saved!),
  });
  const { kinds, receivedOn } = draft.values;
  const isDated = requestBody.shape.receivedOn.safeParse(receivedOn).success;
  return (
    <RecordDialog title="Registrar pedido" width={880} status={status} action="Registrar" isEager onClose={onClose}>
      <Bound form={form} name="kinds">
        {(field) => <KindsField {...field} />}
      </Bound>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 11.5rem), 1fr))' }}>
        <Bound form={form} name="channel">
          {({ onChange, ...field }) => (
            <ChoiceField
              {...field}
              label="Canal"
              options={CHANNELS}
              onChange={(channel) => channel && onChange(channel)}
            />
          )}
        </Bound>
        <Bound form={form} name="receivedOn">
          {(field) => (
            <DateField
              {...field}
              label="Recibido"
              size="medium"
              help={isDated ? dueInWords(kinds, receivedOn) : undefined}
            />
          )}
        </Bound>
        <TextInput form={form} name="asker" label="Quién lo pide" />
        <TextInput form={form} name="contact" label="Cómo contactarlo" optional help="Correo, teléfono o domicilio." />
      </Box>
      {/* The words, and the detail of an identification beside them. */}
      <Halves sx={{ '& > :first-of-type, & > :nth-of-type(2):last-of-type': { gridColumn: '1 / -1' } }}>
        <IdentificationFields form={form} optional help="Hace falta antes de informar, rectificar o borrar." />
        <TextInput form={form} name="detail" label="En sus palabras" optional multiline minRows={3} />
      </Halves>
    </RecordDialog>
  );
}

function dueInWords(kinds: readonly RequestKind[], receivedOn: string): string | undefined {
  if (kinds.length === 0) return undefined;
  if (kinds.every((kind) => kind === 'ACCESO'))
    return `Vence el ${formatDay(dueOn(kinds, receivedOn, new Set()))}: diez días corridos.`;
  return 'Vence a los cinco días hábiles, sin contar feriados.';
}

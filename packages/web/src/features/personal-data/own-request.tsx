import {
  type IdentificationBody,
  REQUEST_CHANNELS,
  requestPatch,
} from '@campanero/contract/personal-data/request-schemas';
import { productDay } from '@campanero/contract/shared/dates';
import { Box } from '@mui/material';
import { useForm } from 'react-hook-form';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { Bound } from '../../components/fields/text-input.tsx';
import { now } from '../../lib/clock.ts';
import { useCreateRequest } from './api.ts';
import { choices } from '../../components/list/filters.ts';
import { IdentificationFields } from './request-fields.tsx';

interface OwnRequest {
  channel: keyof typeof REQUEST_CHANNELS;
  identification: IdentificationBody | null;
}

/** The request of a person who asks to be erased here and now, registered with the erasure. */
export function useOwnRequest({ id, name }: { id: number; name: string }) {
  const create = useCreateRequest();
  const form = useForm<OwnRequest>({ defaultValues: { channel: 'MOSTRADOR', identification: null } });
  const { channel, identification } = form.watch();
  return {
    fields: (
      // The identification beside the rest, so that the dialog stays low.
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplate: { md: 'auto 1fr / minmax(0, 1fr) minmax(0, 2fr)' },
          '& > :nth-of-type(2)': { gridArea: { md: '1 / 2 / span 2' } },
        }}
      >
        <Bound form={form} name="channel">
          {({ onChange, ...field }) => (
            <ChoiceField
              {...field}
              label="Canal"
              help="No hay un pedido de supresión abierto: se registra uno, recibido hoy. Si llegó antes, use Registrar pedido."
              options={choices(REQUEST_CHANNELS)}
              onChange={(chosen) => chosen && onChange(chosen)}
            />
          )}
        </Bound>
        <IdentificationFields form={form} />
      </Box>
    ),
    isReady: requestPatch.shape.identification.unwrap().safeParse(identification).success,
    register: async (alsoNoCalls: boolean) => {
      const kinds = alsoNoCalls ? (['OPOSICION', 'SUPRESION'] as const) : (['SUPRESION'] as const);
      const asker = name || `Persona ${id}`;
      const body = { kinds: [...kinds], channel, receivedOn: productDay(now()), asker, personId: id, identification };
      return (await create.mutateAsync({ body })).id;
    },
  };
}

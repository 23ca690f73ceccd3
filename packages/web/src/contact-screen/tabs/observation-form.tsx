import { observations } from '@campanero/contract/calls/schemas';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { FormControlLabel, Switch } from '@mui/material';
import { z } from 'zod';
import { Bound, TextInput } from '../../components/fields/text-input.tsx';
import { InlineForm } from '../../components/form/form-panel.tsx';
import { Hint } from '../../components/layout.tsx';
import { CONTACT_SAVE_FAILED } from '../../features/contacts/texts.ts';
import { fetchFresh } from '../../lib/changes.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { type ContactKey, contactQuery, useSaveDetail } from '../api.ts';
import { FINISHED, OBSERVATION_SAVED } from '../texts.ts';

const noteValues = z.object({ observations: z.string(), invalid: z.boolean() });
const LABELS = { observations: 'Observación del número', invalid: 'Número inválido' };
const inWords = (_field: string, value: unknown) =>
  typeof value === 'boolean' ? (value ? 'Sí' : 'No') : String(value);

type ObservationFormProps = { contactKey: ContactKey; detail: CallDetail; isClosed: boolean };

/** `isClosed`: a closed campaign is read-only for everyone. */
export function ObservationForm({ contactKey, detail, isClosed }: ObservationFormProps) {
  const save = useSaveDetail(contactKey);
  const { form, status } = useRecordForm({
    name: `observation:${detail.callId}`,
    schema: noteValues,
    rules: noteValues.extend({ observations }),
    mode: 'onChange',
    record: detail,
    valuesOf: (record = detail) => ({ observations: record.observations ?? '', invalid: record.invalid === 1 }),
    reload: () => fetchFresh(contactQuery(contactKey)),
    staysOnLeaving: true,
    send: ({ changes: { invalid, ...changes }, version }) =>
      save.mutateAsync({
        params: contactKey,
        body: { ...changes, ...(invalid !== undefined && { invalid: invalid ? 1 : 0 }), version },
      }),
    failed: CONTACT_SAVE_FAILED,
    done: OBSERVATION_SAVED,
  });
  return (
    <InlineForm
      status={status}
      locked={isClosed ? FINISHED : undefined}
      invalid={form.formState.errors.observations?.message}
      labels={LABELS}
      inWords={inWords}
      sx={{ p: 4 }}
    >
      <TextInput
        form={form}
        name="observations"
        label={LABELS.observations}
        optional
        multiline
        minRows={4}
        maxRows={12}
        disabled={isClosed}
        sx={{ '& textarea': { height: 'auto' } }}
      />
      <div>
        <Bound form={form} name="invalid">
          {({ value, onChange }) => (
            <FormControlLabel
              label={LABELS.invalid}
              control={
                <Switch checked={value} disabled={isClosed} onChange={onChange} sx={{ marginInline: '11px 12px' }} />
              }
            />
          )}
        </Bound>
        <Hint component="p" sx={{ m: 0, mt: 1 }}>
          Un número inválido no se vuelve a llamar en ninguna campaña.
        </Hint>
      </div>
    </InlineForm>
  );
}

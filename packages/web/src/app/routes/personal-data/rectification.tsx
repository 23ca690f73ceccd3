import { contacts } from '@campanero/contract/contacts/endpoints';
import { changeReason } from '@campanero/contract/shared/text-schema';
import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { TextInput } from '../../../components/fields/text-input.tsx';
import { RecordDialog } from '../../../components/form/form-panel.tsx';
import {
  checkPerson,
  type StoredPerson,
  PERSON_LABELS,
  personChange,
  PersonFieldset,
  personInWords,
  personValues,
  personValuesOf,
} from '../../../features/contacts/person-fields.tsx';
import { CONTACT_SAVE_FAILED, CONTACT_SAVED } from '../../../features/contacts/texts.ts';
import { placeEditor } from '../../../features/locations/place-fields.tsx';
import { locationsQuery } from '../../../features/lookups/api.ts';
import { personQuery, personScope, requestScope } from '../../../features/personal-data/api.ts';
import { fetchFresh, useEndpointMutation } from '../../../lib/changes.ts';
import { useRecordForm } from '../../../lib/forms.ts';
import { invalidate } from '../../../lib/queries.ts';

const rectifyValues = personValues.extend({ reason: z.string() });
const NO_CHANGES = 'Todavía no hay cambios.';

type RectificationProps = { personId: number; requestId?: number; onClose: () => void };

/** Corrects the data of a person at their request, with a reason; on their page or on that of the request. */
export function Rectification({ personId, ...props }: RectificationProps) {
  const person = useQuery(personQuery(personId)).data?.person;
  return person && <RectifyDialog person={person} {...props} />;
}

function RectifyDialog(props: Omit<RectificationProps, 'personId'> & { person: StoredPerson }) {
  const { person, requestId, onClose } = props;
  const { renderPlace, placeInWords } = placeEditor(useQuery(locationsQuery()).data);
  const { id } = person;
  const save = useEndpointMutation(contacts.rectify);
  const { form, draft, status } = useRecordForm({
    name: `rectify:${id}`,
    schema: rectifyValues,
    rules: (base) =>
      rectifyValues.superRefine(checkPerson(base)).superRefine(({ reason }, context) => {
        const fault = changeReason.safeParse(reason).error?.issues[0]?.message;
        if (fault) context.addIssue({ code: 'custom', path: ['reason'], message: fault });
      }),
    record: person,
    valuesOf: (record = person) => ({ ...personValuesOf(record), reason: '' }),
    reload: async (): Promise<StoredPerson> => (await fetchFresh(personQuery(id))).person,
    send: ({ changes: { reason: _reason, ...changes }, valid: { reason }, version }) =>
      save.mutateAsync({ params: { id }, body: { ...personChange(changes), reason, requestId, version } }),
    failed: CONTACT_SAVE_FAILED,
    done: CONTACT_SAVED,
    onSaved: () => {
      onClose();
      void invalidate(personScope(id), requestScope);
    },
  });
  const isChanged = Object.keys(draft.changes).some((field) => field !== 'reason');
  return (
    <RecordDialog
      title="Rectificar datos"
      width={880}
      status={{ ...status, isReady: status.isReady && isChanged }}
      action="Rectificar"
      unchanged={NO_CHANGES}
      invalid={isChanged ? undefined : NO_CHANGES}
      labels={PERSON_LABELS}
      inWords={personInWords(placeInWords)}
      onClose={onClose}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 15rem), 1fr))',
          '& > [data-wide]': { gridColumn: '1 / -1' },
        }}
      >
        <PersonFieldset form={form} renderPlace={renderPlace} />
      </Box>
      <TextInput
        form={form}
        name="reason"
        label="Motivo"
        help="Queda en la auditoría, con su nombre y la fecha."
        inputProps={{ maxLength: 300 }}
      />
    </RecordDialog>
  );
}

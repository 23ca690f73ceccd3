import { contacts } from '@campanero/contract/contacts/endpoints';
import { changeReason } from '@campanero/contract/shared/text-schema';
import { z } from 'zod';
import { TextInput } from '../../components/fields/text-input.tsx';
import { WholeRow } from '../../components/form/form-dialog.tsx';
import { RecordDialog } from '../../components/form/form-panel.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { useRecordForm } from '../../lib/forms.ts';
import {
  checkPerson,
  type HeldPerson,
  PERSON_LABELS,
  personChange,
  PersonFieldset,
  personInWords,
  personValues,
  personValuesOf,
  type PlaceEditor,
} from './person-fields.tsx';
import { CONTACT_SAVE_FAILED, CONTACT_SAVED } from './texts.ts';

const rectifyValues = personValues.extend({ reason: z.string() });
const NO_CHANGES = 'Todavía no hay cambios.';

interface RectifyDialogProps {
  person: HeldPerson;
  requestId?: number;
  reload: () => Promise<HeldPerson | undefined>;
  places: PlaceEditor;
  onClose: () => void;
  onSaved: () => void;
}

/** Corrects a person's data at their request, with a reason. */
export function RectifyDialog({ person, requestId, reload, places, onClose, onSaved }: RectifyDialogProps) {
  const save = useEndpointMutation(contacts.rectify);
  const { form, draft, status } = useRecordForm({
    name: `rectify:${person.id}`,
    schema: rectifyValues,
    rules: (base) =>
      rectifyValues.superRefine(checkPerson(base)).superRefine(({ reason }, context) => {
        const fault = changeReason.safeParse(reason).error?.issues[0]?.message;
        if (fault) context.addIssue({ code: 'custom', path: ['reason'], message: fault });
      }),
    record: person,
    valuesOf: (record = person) => ({ ...personValuesOf(record), reason: '' }),
    reload,
    send: ({ changes: { reason: _reason, ...changes }, valid: { reason }, version }) =>
      save.mutateAsync({ params: { id: person.id }, body: { ...personChange(changes), reason, requestId, version } }),
    failed: CONTACT_SAVE_FAILED,
    done: CONTACT_SAVED,
    onSaved,
  });
  const isChanged = Object.keys(draft.changes).some((field) => field !== 'reason');
  return (
    <RecordDialog
      title="Rectificar datos"
      width={720}
      isWide
      status={{ ...status, isReady: status.isReady && isChanged }}
      action="Rectificar"
      unchanged={NO_CHANGES}
      invalid={isChanged ? undefined : NO_CHANGES}
      labels={PERSON_LABELS}
      inWords={personInWords(places.placeInWords)}
      onClose={onClose}
    >
      <PersonFieldset form={form} renderPlace={places.renderPlace} />
      <WholeRow>
        <TextInput
          form={form}
          name="reason"
          label="Motivo"
          help="Queda en la auditoría, con su nombre y la fecha."
          inputProps={{ maxLength: 300 }}
        />
      </WholeRow>
    </RecordDialog>
  );
}

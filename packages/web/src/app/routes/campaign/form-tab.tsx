import { useState } from 'react';
import { z } from 'zod';
import { type EditTabProps, tabDraft } from '../../../features/campaigns/edit/edit-tabs.tsx';
import { TabForm, useDirty, useSaveTab } from '../../../features/campaigns/edit/tab-form.tsx';
import { FormPicker } from '../../../features/forms/form-picker.tsx';
import { useDraft } from '../../../lib/draft.ts';

const formChoice = z.object({ id: z.string(), name: z.string() }).nullable();

/** Only until the campaign has an audience (spec 2). */
export function FormTab({ campaign, onDirty, ...page }: EditTabProps) {
  const base = campaign.formId ? { id: campaign.formId, name: campaign.formName ?? campaign.formId } : null;
  // Undefined follows the campaign; null is "no form".
  const [choice, setChoice] = useDraft(tabDraft(campaign.id, 'form'), formChoice);
  const [error, setError] = useState<string>();
  const form = choice === undefined ? base : choice;
  const isDirty = (form?.id ?? '') !== (base?.id ?? '');
  useDirty(isDirty, onDirty);
  const { save, isPending } = useSaveTab({ campaign, ...page });
  return (
    <TabForm
      label="Formulario"
      isDirty={isDirty}
      isPending={isPending}
      onSubmit={() =>
        save(
          { formId: form?.id ?? '' },
          { onDone: () => setChoice(undefined), onFields: (fields) => setError(fields['formId']) },
        )
      }
      onUndo={() => setChoice(undefined)}
    >
      <FormPicker
        form={form}
        error={error}
        onChange={(next) => {
          setError(undefined);
          setChoice(next);
        }}
      />
    </TabForm>
  );
}

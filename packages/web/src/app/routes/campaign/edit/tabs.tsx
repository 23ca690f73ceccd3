import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { type EditTabProps, tabDraft } from '../../../../features/campaigns/edit/edit-tabs.tsx';
import { TabForm, useDirty, useSaveTab } from '../../../../features/campaigns/edit/tab-form.tsx';
import { FormPicker } from '../../../../features/forms/form-picker.tsx';
import { type Place, PlaceFields } from '../../../../features/locations/place-fields.tsx';
import { locationsQuery } from '../../../../features/lookups/api.ts';
import { useDraft } from '../../../../lib/draft.ts';

const placeChoice = z.object({ districtId: z.string(), sectionId: z.string(), subsectionId: z.string() });

/** Shown only until the campaign has an audience; from then on its place stands still. */
export function PlaceTab({ campaign, onDirty, ...page }: EditTabProps) {
  const tree = useQuery(locationsQuery());
  const base: Place = {
    districtId: campaign.districtId ?? '',
    sectionId: campaign.sectionId ?? '',
    subsectionId: campaign.subsectionId ?? '',
  };
  const [choice, setChoice] = useDraft(tabDraft(campaign.id, 'place'), placeChoice);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const place = choice ?? base;
  const isDirty = JSON.stringify(place) !== JSON.stringify(base);
  useDirty(isDirty, onDirty);
  const { save, isPending } = useSaveTab({ campaign, ...page });
  return (
    <TabForm
      label="Ubicación"
      isDirty={isDirty}
      isPending={isPending}
      // All three together: what is empty is cleared.
      onSubmit={() => save(place, { onDone: () => setChoice(undefined), onFields: setErrors })}
      onUndo={() => setChoice(undefined)}
    >
      <PlaceFields
        tree={tree.data}
        place={place}
        errors={errors}
        onChange={(next) => {
          setErrors({});
          setChoice(next);
        }}
      />
    </TabForm>
  );
}

const formChoice = z.object({ id: z.string(), name: z.string() }).nullable();

/** Shown only until the campaign has an audience; from then on its form stands still. */
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

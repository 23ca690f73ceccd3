import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { EditTabProps } from '../../../../features/campaigns/edit/edit-tabs.tsx';
import { TabForm, useTabDraft } from '../../../../features/campaigns/edit/tab-form.tsx';
import { FormPicker } from '../../../../features/forms/form-picker.tsx';
import { type Place, placeName, PlaceFields } from '../../../../features/locations/place-fields.tsx';
import { locationsQuery } from '../../../../features/lookups/api.ts';

// One field: a section means nothing without its district.
const placeValues = z.object({
  place: z.object({ districtId: z.string(), sectionId: z.string(), subsectionId: z.string() }),
});
const placeOf = ({ districtId, sectionId, subsectionId }: CampaignDetail) => ({
  place: { districtId: districtId ?? '', sectionId: sectionId ?? '', subsectionId: subsectionId ?? '' },
});

/** Shown only until the campaign has an audience; from then on its place stands still. */
export function PlaceTab(page: EditTabProps) {
  const tree = useQuery(locationsQuery());
  const { draft, save, isPending, fields } = useTabDraft({
    page,
    tab: 'place',
    schema: placeValues,
    valuesOf: placeOf,
  });
  return (
    <TabForm
      label="Ubicación"
      isDirty={draft.isDirty}
      isPending={isPending}
      draft={draft}
      labels={{ place: 'Ubicación' }}
      inWords={(_field, value) => placeName(tree.data, value as Place) ?? ''}
      // All three together: what is empty is cleared.
      onSubmit={() => void save(({ place }) => ({ ...place }))}
      onUndo={draft.discard}
    >
      <PlaceFields
        tree={tree.data}
        place={draft.values.place}
        errors={fields}
        onChange={(place) => draft.change({ place })}
      />
    </TabForm>
  );
}

/** Null is "no form". */
const formValues = z.object({ form: z.object({ id: z.string(), name: z.string() }).nullable() });
const formOf = ({ formId, formName }: CampaignDetail) => ({
  form: formId ? { id: formId, name: formName ?? formId } : null,
});

/** Shown only until the campaign has an audience; from then on its form stands still. */
export function FormTab(page: EditTabProps) {
  const { draft, save, isPending, fields } = useTabDraft({ page, tab: 'form', schema: formValues, valuesOf: formOf });
  return (
    <TabForm
      label="Formulario"
      isDirty={draft.isDirty}
      isPending={isPending}
      draft={draft}
      labels={{ form: 'Formulario' }}
      inWords={(_field, value) => (value as ReturnType<typeof formOf>['form'])?.name ?? ''}
      onSubmit={() => void save(({ form }) => ({ formId: form?.id ?? '' }))}
      onUndo={draft.discard}
    >
      <FormPicker form={draft.values.form} error={fields['formId']} onChange={(form) => draft.change({ form })} />
    </TabForm>
  );
}

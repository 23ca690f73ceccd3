import type { PlaceChoice } from '@campanero/contract/lookups/schemas';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { Bound } from '../../../../components/fields/text-input.tsx';
import { type EditTabProps, TabForm, useTabForm } from '../../../../features/campaigns/edit/edit-tabs.tsx';
import { placeValue } from '../../../../features/campaigns/information-form.ts';
import { FormPicker } from '../../../../features/forms/form-search-field.tsx';
import { placeName, PlacePicker } from '../../../../features/locations/place-fields.tsx';
import { locationsQuery } from '../../../../features/lookups/api.ts';

// One field: a section is meaningless without its district.
const placeValues = z.object({ place: placeValue });

/** Hidden once the campaign has an audience. */
export function PlaceTab(page: EditTabProps) {
  const tree = useQuery(locationsQuery());
  const { form, status, fields } = useTabForm({
    page,
    tab: 'place',
    schema: placeValues,
    rules: placeValues,
    valuesOf: ({ districtId, sectionId, subsectionId }) => ({
      place: { districtId: districtId ?? '', sectionId: sectionId ?? '', subsectionId: subsectionId ?? '' },
    }),
    // All three are sent; empty ones are cleared.
    changesOf: ({ place }) => ({ ...place }),
  });
  return (
    <TabForm
      label="Ubicación"
      status={status}
      labels={{ place: 'Ubicación' }}
      inWords={(_field, value) => placeName(tree.data, value as PlaceChoice) ?? ''}
    >
      <Bound form={form} name="place">
        {({ value, onChange }) => <PlacePicker tree={tree.data} place={value} errors={fields} onChange={onChange} />}
      </Bound>
    </TabForm>
  );
}

const formValues = z.object({ form: z.object({ id: z.string(), name: z.string() }).nullable() });

/** Hidden once the campaign has an audience. */
export function FormTab(page: EditTabProps) {
  const { form, status, fields } = useTabForm({
    page,
    tab: 'form',
    schema: formValues,
    rules: formValues,
    valuesOf: ({ formId, formName }) => ({ form: formId ? { id: formId, name: formName ?? formId } : null }),
    changesOf: (changes) => ({ formId: changes.form?.id ?? '' }),
  });
  return (
    <TabForm
      label="Formulario"
      status={status}
      labels={{ form: 'Formulario' }}
      inWords={(_field, value) => (value as z.infer<typeof formValues>['form'])?.name ?? ''}
    >
      <Bound form={form} name="form">
        {({ value, onChange }) => <FormPicker form={value} error={fields['formId']} onChange={onChange} />}
      </Bound>
    </TabForm>
  );
}

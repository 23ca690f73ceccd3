import { named } from '@campanero/contract/shared/paging';
import { z } from 'zod';
import { Bound } from '../../../../components/fields/text-input.tsx';
import { type EditTabProps, TabForm, useTabForm } from '../../../../features/campaigns/edit/edit-tabs.tsx';
import { SurveyPicker } from '../../../../features/surveys/survey-picker.tsx';

const surveyValues = z.object({ survey: named.nullable() });

/** Until somebody has answered it can be exchanged, also while the campaign runs. */
export function SurveyTab(page: EditTabProps) {
  const { form, status, fields } = useTabForm({
    page,
    tab: 'survey',
    schema: surveyValues,
    rules: surveyValues,
    valuesOf: ({ survey }) => ({ survey }),
    changesOf: ({ survey = null }) => ({ surveyId: survey?.id ?? null }),
  });
  return (
    <TabForm
      label="Relevamiento"
      status={status}
      labels={{ survey: 'Relevamiento' }}
      inWords={(_field, value) => (value as z.infer<typeof surveyValues>['survey'])?.name ?? 'Sin relevamiento'}
    >
      <Bound form={form} name="survey">
        {({ value, onChange }) => (
          <SurveyPicker survey={value} present={page.campaign.survey} error={fields['surveyId']} onChange={onChange} />
        )}
      </Bound>
    </TabForm>
  );
}

import type { CampaignInformation } from '@campanero/contract/campaigns/write-schemas';
import type { EditTabProps } from '../../edit-tab.ts';
import { useInformationTab } from '../../hooks/use-information-tab.ts';
import {
  informationOf,
  informationResolver,
  type InformationChoices,
  type InformationValues,
} from '../../information-form.ts';
import { InformationFields } from '../information-fields.tsx';
import { TabForm } from './tab-form.tsx';

interface InformationTabProps extends EditTabProps {
  choices: InformationChoices;
  externalOnly: boolean;
}

/** Before the campaign has an audience everything may change. */
export function InformationTab({ choices, externalOnly, ...page }: InformationTabProps) {
  const { campaign } = page;
  const { form, removal, card } = useInformationTab<InformationValues, CampaignInformation>({
    page,
    valuesOf: informationOf,
    resolver: informationResolver,
  });
  return (
    <TabForm {...card}>
      <InformationFields
        form={form}
        choices={choices}
        externalOnly={externalOnly}
        known={{
          coordinator: campaign.coordinatorName,
          objective: campaign.objectiveName,
          operators: campaign.operators,
        }}
        operatorsHelp={removal}
      />
    </TabForm>
  );
}

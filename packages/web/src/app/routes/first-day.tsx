import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '../../components/page/page-header.tsx';
import { CAMPAIGN_TEMPLATES } from '../../features/campaigns/templates.ts';
import { FirstDaySteps } from '../../features/installation/first-day.tsx';
import { locationsQuery } from '../../features/lookups/api.ts';
import { paths } from '../pages.ts';

export function FirstDayPage() {
  const tree = useQuery(locationsQuery());
  return (
    <>
      <PageHeader title="Primeros pasos" />
      <FirstDaySteps
        links={paths}
        templates={CAMPAIGN_TEMPLATES}
        districts={tree.data?.map(({ id, name }) => ({ id, name }))}
      />
    </>
  );
}

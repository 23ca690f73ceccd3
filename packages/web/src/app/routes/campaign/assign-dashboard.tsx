import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { ChosenAudience } from '../../../features/dashboard/audience-search-fields.tsx';
import { AudienceFacts, dashboardAudienceQuery } from '../../../features/dashboard/dashboard-audiences.tsx';
import { ImportPanel } from '../../../features/loads/import-panel.tsx';
import type { AssignTabProps } from './assign-tabs.ts';

/** The search comes with its tab: most audiences are files, and the page stays within its budget (UX-12). */
const AudienceSearchFields = lazy(() =>
  import('../../../features/dashboard/audience-search-fields.tsx').then((module) => ({
    default: module.AudienceSearchFields,
  })),
);

/** Imports an audience of the phone dashboard (spec 2). */
export function AssignDashboard(props: AssignTabProps) {
  const [audience, setAudience] = useState<ChosenAudience | null>(null);
  const details = useQuery(dashboardAudienceQuery(audience?.id ?? ''));
  const found = audience && details.data;
  return (
    <ImportPanel
      {...props}
      source="dashboard"
      label="Dashboard"
      sourceId={audience?.id ?? null}
      search={
        <Suspense fallback={<Skeleton height={86} />}>
          <AudienceSearchFields audience={audience} onChange={setAudience} />
        </Suspense>
      }
      details={{ isError: details.isError, error: details.error, shown: found && <AudienceFacts audience={found} /> }}
      whyNot={undefined}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../components/page/messages.tsx';
import { PageHeader, PageSkeleton } from '../../components/page/page-header.tsx';
import { retentionQuery } from '../../features/retention/api.ts';
import { Retention } from '../../features/retention/retention-view.tsx';
import { errorText } from '../../lib/errors.ts';
import { paths } from '../pages.ts';

const FAILED = 'No se pudo cargar la conservación de datos. Inténtelo de nuevo.';

/** How long persons and everything else are kept, and what is due. */
export function RetentionPage() {
  const { data, error, refetch } = useQuery(retentionQuery());
  if (!data && error) return <ErrorState message={errorText(error, FAILED)} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return (
    <>
      <PageHeader title="Conservación de datos" />
      <Retention view={data} campaignLink={paths.campaign} />
    </>
  );
}

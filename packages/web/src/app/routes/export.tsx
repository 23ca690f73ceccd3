import { useQuery } from '@tanstack/react-query';
import Paper from '@mui/material/Paper';
import { useParams } from 'react-router';
import { ErrorState } from '../../components/page/messages.tsx';
import { PageHeader, PageSkeleton } from '../../components/page/page-header.tsx';
import { exportQuery } from '../../features/exports/api.ts';
import { ExportView } from '../../features/exports/export-view.tsx';
import { exportName, VIEW_FAILED } from '../../features/exports/texts.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { usePageTitle } from '../../lib/page.ts';
import { paths } from '../pages.ts';
import { NotFound } from './not-found.tsx';

/** `/export/{id}`: where the link of a mail and of the bell leads. */
export function ExportPage() {
  const { id = '' } = useParams();
  const { data, dataUpdatedAt, error, refetch } = useQuery(exportQuery(id));
  usePageTitle(data ? exportName(data) : 'Exportación');
  if (!data && error) {
    const isAbsent = error instanceof ApiError && (error.status === 404 || error.status === 400);
    if (isAbsent) return <NotFound what="export" />;
    return (
      <Paper sx={{ display: 'grid', placeItems: 'center', minHeight: 320, mt: 4 }}>
        <ErrorState message={errorText(error, VIEW_FAILED)} onRetry={() => void refetch()} />
      </Paper>
    );
  }
  if (!data) return <PageSkeleton />;
  return (
    <>
      <PageHeader title="Exportación" />
      <ExportView detail={data} at={dataUpdatedAt} campaignLink={paths.campaignDetail} />
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { PageHeader } from '../../components/page/page-header.tsx';
import { exportQuery } from '../../features/exports/api.ts';
import { ExportView } from '../../features/exports/export-view.tsx';
import { exportName, VIEW_FAILED } from '../../features/exports/texts.ts';
import { usePageTitle } from '../../lib/page.ts';
import { paths } from '../pages.ts';
import { PageState } from './page-state.tsx';

export function ExportPage() {
  const { id = '' } = useParams();
  const found = useQuery(exportQuery(id));
  const { data, dataUpdatedAt } = found;
  usePageTitle(data ? exportName(data) : 'Exportación');
  if (!data) return <PageState query={found} of="export" failed={VIEW_FAILED} />;
  return (
    <>
      <PageHeader title="Exportación" />
      <ExportView detail={data} at={dataUpdatedAt} campaignLink={paths.campaignDetail} />
    </>
  );
}

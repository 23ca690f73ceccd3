import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '../../components/page/page-header.tsx';
import { retentionQuery } from '../../features/retention/period-dialog.tsx';
import { Retention } from '../../features/retention/retention-view.tsx';
import { paths } from '../pages.ts';
import { PageState } from './page-state.tsx';

const TITLE = 'Conservación de datos';
const FAILED = 'No se pudo cargar la conservación de datos. Inténtelo de nuevo.';

export function RetentionPage() {
  const view = useQuery(retentionQuery());
  if (!view.data) return <PageState query={view} failed={FAILED} title={TITLE} />;
  return (
    <>
      <PageHeader title={TITLE} />
      <Retention view={view.data} campaignLink={paths.campaign} />
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Stacked } from '../../components/layout.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { callingDefaultQuery } from '../../features/calling-rules/api.ts';
import { DefaultForm } from '../../features/calling-rules/default-form.tsx';
import { HolidaysCard } from '../../features/calling-rules/holidays-card.tsx';
import { PageState } from './page-state.tsx';

export function CallingRulesPage() {
  const result = useQuery(callingDefaultQuery());
  const { data, refetch } = result;
  if (!data) return <PageState query={result} />;
  return (
    <>
      <PageHeader title="Reglas de llamado" />
      <Stacked sx={{ alignItems: 'start', gridTemplateColumns: { lg: 'minmax(0, 3fr) minmax(20rem, 2fr)' } }}>
        <DefaultForm stored={data} onReload={async () => (await refetch()).data} />
        <HolidaysCard holidays={data.holidays} />
      </Stacked>
    </>
  );
}

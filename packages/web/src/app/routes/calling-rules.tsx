import { useQuery } from '@tanstack/react-query';
import { Stacked } from '../../components/layout.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { callingDefaultQuery } from '../../features/calling-rules/api.ts';
import { DefaultForm } from '../../features/calling-rules/default-form.tsx';
import { DialForm, dialSettingQuery } from '../../features/calling-rules/dial-form.tsx';
import { HolidaysCard } from '../../features/calling-rules/holidays-card.tsx';
import { PageState } from './page-state.tsx';

export function CallingRulesPage() {
  const result = useQuery(callingDefaultQuery());
  const dial = useQuery(dialSettingQuery());
  const { data, refetch } = result;
  if (!data) return <PageState query={result} />;
  if (!dial.data) return <PageState query={dial} />;
  return (
    <>
      <PageHeader title="Reglas de llamado" />
      <Stacked sx={{ alignItems: 'start', gridTemplateColumns: { lg: 'minmax(0, 3fr) minmax(20rem, 2fr)' } }}>
        <Stacked>
          <DefaultForm stored={data} onReload={async () => (await refetch()).data} />
          <DialForm stored={dial.data} onReload={async () => (await dial.refetch()).data} />
        </Stacked>
        <HolidaysCard holidays={data.holidays} />
      </Stacked>
    </>
  );
}

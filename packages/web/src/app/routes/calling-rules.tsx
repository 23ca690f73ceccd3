import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../components/page/messages.tsx';
import { PageHeader, PageSkeleton } from '../../components/page/page-header.tsx';
import { callingDefaultQuery } from '../../features/calling-rules/api.ts';
import { DefaultForm } from '../../features/calling-rules/default-form.tsx';
import { HolidaysCard } from '../../features/calling-rules/holidays-card.tsx';
import { errorText } from '../../lib/errors.ts';

/** When numbers may be called and how often, for every campaign without rules of its own; and the holidays. */
export function CallingRulesPage() {
  const result = useQuery(callingDefaultQuery());
  const { data, error, refetch } = result;
  if (!data)
    return error ? (
      <Paper sx={{ minHeight: 240, p: 6, display: 'grid', placeItems: 'center' }}>
        <ErrorState message={errorText(error)} onRetry={() => void refetch()} />
      </Paper>
    ) : (
      <PageSkeleton />
    );
  return (
    <>
      <PageHeader title="Reglas de llamado" />
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(20rem, 2fr)' },
        }}
      >
        <DefaultForm stored={data} onReload={async () => (await refetch()).data} />
        <HolidaysCard holidays={data.holidays} />
      </Box>
    </>
  );
}

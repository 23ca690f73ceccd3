import { type SpanQuery, spanQuery } from '@campanero/contract/shared/span';
import { Box, Button } from '@mui/material';
import { z } from 'zod';
import { MomentField } from '../../components/fields/date-field.tsx';
import { Faint, Inline } from '../../components/layout.tsx';
import { useAddress } from '../../components/list/define-list.ts';

const spanAddress = z.object({ fromdate: z.string().optional(), todate: z.string().optional() });

/** In the address, so that Back, reload and links keep them. */
export function useSpan() {
  const { query, change } = useAddress(spanAddress);
  const checked = spanQuery.safeParse(query);
  const errors: SpanErrors = checked.success ? {} : z.flattenError(checked.error).fieldErrors;
  const hasDates = query.fromdate !== undefined || query.todate !== undefined;
  return { span: query, hasDates, isValid: checked.success, errors, change };
}
type SpanErrors = { [K in keyof SpanQuery]?: string[] };

export function SpanFields({ span, hasDates, errors, change, note }: ReturnType<typeof useSpan> & { note: string }) {
  const set = (patch: SpanQuery) => change(patch, { replace: true });
  return (
    <Box
      role="group"
      aria-label="Fechas"
      sx={{
        // Empty fields are not printed.
        ...(!hasDates && { '@media print': { '& > :nth-of-type(-n + 2)': { display: 'none' } } }),
        display: 'grid',
        alignItems: 'start',
        gap: 3,
        mb: 4,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '13rem 13rem', md: '13rem 13rem minmax(0, 1fr)' },
      }}
    >
      <MomentField
        label="Desde"
        value={span.fromdate ?? ''}
        onChange={(instant) => set({ fromdate: instant || undefined })}
        error={errors.fromdate?.[0]}
      />
      <MomentField
        label="Hasta"
        value={span.todate ?? ''}
        onChange={(instant) => set({ todate: instant || undefined })}
        error={errors.todate?.[0]}
      />
      {(hasDates || note) && (
        <Inline
          gap={0}
          sx={{
            columnGap: 2,
            minHeight: '2.25rem',
            // Aligned with the fields, below their labels.
            mt: { md: '1.625rem' },
            gridColumn: { sm: '1 / -1', md: 'auto' },
          }}
        >
          {hasDates && (
            <Button variant="text" size="small" onClick={() => set({ fromdate: undefined, todate: undefined })}>
              Quitar fechas
            </Button>
          )}
          <Faint sx={{ flex: '1 1 16rem' }}>{note}</Faint>
        </Inline>
      )}
    </Box>
  );
}

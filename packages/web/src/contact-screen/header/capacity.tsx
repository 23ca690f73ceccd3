import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';
import { Box, Link, type LinkProps, useMediaQuery } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Hint, Line, Muted } from '../../components/layout.tsx';
import { CapacityBar, CapacityRefresh, capacityShare, capacityText } from '../../components/page/capacity.tsx';
import { safeLink } from '../../components/safe-link.ts';
import { campaignCapacityQuery, FORM_NOT_FOUND, isFormUnknown } from '../../features/forms/form-capacity.tsx';
import { LOW_WINDOW } from '../../theme/tokens.ts';

type ContactCapacityProps = { campaignId: number; formUrl: string | null };

/** Refreshed every minute: operators promise places on the phone. */
const useCapacity = (campaignId: number) => useQuery({ ...campaignCapacityQuery(campaignId), refetchInterval: 60_000 });

export function ContactCapacity({ campaignId, formUrl }: ContactCapacityProps) {
  const { data, error, refetch } = useCapacity(campaignId);
  const isLow = useMediaQuery(LOW_WINDOW, { noSsr: true });
  const refresh = (
    <Box sx={{ marginInlineStart: 'auto', marginInlineEnd: -2, my: -0.5, '& button': { width: 32, height: 32 } }}>
      <CapacityRefresh onRefresh={() => refetch()} />
    </Box>
  );
  const title = !isLow && (
    <Line gap={0} sx={{ minHeight: 28 }}>
      <FormLink formUrl={formUrl}>Cupos del formulario</FormLink>
      {refresh}
    </Line>
  );
  if (!data)
    return (
      <>
        {title}
        <Muted>{error ? (isFormUnknown(error) ? FORM_NOT_FOUND : 'Cupos sin datos') : '…'}</Muted>
      </>
    );
  const { slots, enrolled } = data;
  const size = { fontSize: isLow ? '1.125rem' : '1.375rem', lineHeight: '1.625rem', fontWeight: 640 };
  return (
    <>
      {title}
      <Line gap={1.5} sx={{ alignItems: 'baseline', fontVariantNumeric: 'tabular-nums' }}>
        {slots === null ? (
          <b style={{ fontWeight: 600 }}>Sin límite de cupos</b>
        ) : (
          <>
            <b style={size}>{formatCount(Math.max(0, slots - enrolled))}</b>
            {/* There is no title in a low window. */}
            {isLow ? (
              <FormLink formUrl={formUrl}>cupos de {formatCount(slots)}</FormLink>
            ) : (
              <Muted component="span">libres de {formatCount(slots)}</Muted>
            )}
          </>
        )}
        {isLow && refresh}
      </Line>
      {slots !== null && <CapacityBar slots={slots} enrolled={enrolled} />}
      <Hint sx={{ display: 'flex', justifyContent: 'space-between' }}>
        <span>{formatCounted(enrolled, 'inscripto', 'inscriptos')}</span>
        <Box
          component="span"
          sx={{ fontWeight: 600, color: capacityShare(slots, enrolled).isFull ? 'error.main' : 'success.main' }}
        >
          {capacityText(data)}
        </Box>
      </Hint>
    </>
  );
}

export function CapacityText({ campaignId, formUrl }: ContactCapacityProps) {
  const { data } = useCapacity(campaignId);
  if (!data) return null;
  const free = <b style={{ fontWeight: 620 }}>{formatCount(Math.max(0, (data.slots ?? 0) - data.enrolled))}</b>;
  return (
    <FormLink formUrl={formUrl} color="inherit">
      {data.slots === null ? 'Sin límite de cupos' : <>{free} cupos libres</>}
      {` · ${capacityText(data)}`}
    </FormLink>
  );
}

/** Opens the form; only text without an address. */
function FormLink({ formUrl, children, color }: Pick<LinkProps, 'children' | 'color'> & { formUrl: string | null }) {
  const address = safeLink(formUrl);
  if (!address) return <Muted component="span">{children}</Muted>;
  return (
    <Link variant="body2" color={color} href={address} target="_blank" rel="noopener noreferrer">
      {children}
    </Link>
  );
}

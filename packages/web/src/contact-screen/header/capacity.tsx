import type { FormCapacity } from '@campanero/contract/forms/schemas';
import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';
import { Box, LinearProgress, Link, Typography, useMediaQuery } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { CapacityRefresh, capacityShare } from '../../components/page/capacity-line.tsx';
import { safeLink } from '../../components/safe-link.ts';
import { campaignCapacityQuery } from '../../features/forms/api.ts';
import { FORM_NOT_FOUND } from '../../features/forms/form-capacity.tsx';
import { ApiError } from '../../lib/errors.ts';
import { LOW_WINDOW } from '../../theme/tokens.ts';

interface ContactCapacityProps {
  campaignId: number;
  formUrl: string | null;
}

const REFRESH_MS = 60_000;
/** Refreshed every minute: operators promise places on the phone. */
const useCapacity = (campaignId: number) =>
  useQuery({ ...campaignCapacityQuery(campaignId), refetchInterval: REFRESH_MS });

/** "Completo", or the status of the forms system. */
function statusWords({ slots, enrolled, status }: FormCapacity): string {
  return capacityShare(slots, enrolled).isFull
    ? 'Completo'
    : status.charAt(0) + status.slice(1).toLocaleLowerCase('es');
}

/** The places of the campaign's form, its status, and a link to it. */
export function ContactCapacity({ campaignId, formUrl }: ContactCapacityProps) {
  const { data, error, refetch } = useCapacity(campaignId);
  const address = safeLink(formUrl);
  const { share, isFull, color } = capacityShare(data?.slots ?? null, data?.enrolled ?? 0);
  const isUnknown = error instanceof ApiError && error.status === 422;
  const isLow = useMediaQuery(LOW_WINDOW, { noSsr: true });
  const linked = (words: string) =>
    address ? (
      <Link variant="body2" href={address} target="_blank" rel="noopener noreferrer">
        {words}
      </Link>
    ) : (
      <Typography variant="body2" color="textSecondary" component="span">
        {words}
      </Typography>
    );
  const refresh = (
    <Box sx={{ marginInlineStart: 'auto', marginInlineEnd: -2, my: -0.5, '& button': { width: 32, height: 32 } }}>
      <CapacityRefresh onRefresh={() => refetch()} />
    </Box>
  );
  return (
    <>
      {!isLow && (
        <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 28 }}>
          {linked('Cupos del formulario')}
          {refresh}
        </Box>
      )}
      {data ? (
        <>
          <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5, fontVariantNumeric: 'tabular-nums' }}>
            {data.slots === null ? (
              <b style={{ fontWeight: 600 }}>Sin límite de cupos</b>
            ) : (
              <>
                <Box
                  component="b"
                  sx={{ fontSize: isLow ? '1.125rem' : '1.375rem', lineHeight: '1.625rem', fontWeight: 640 }}
                >
                  {formatCount(Math.max(0, data.slots - data.enrolled))}
                </Box>
                {/* There is no title in a low window. */}
                {isLow ? (
                  linked(`cupos de ${formatCount(data.slots)}`)
                ) : (
                  <Typography variant="body2" color="textSecondary" component="span">
                    libres de {formatCount(data.slots)}
                  </Typography>
                )}
              </>
            )}
            {isLow && refresh}
          </Box>
          {data.slots !== null && (
            <LinearProgress
              variant="determinate"
              color={color}
              value={share * 100}
              aria-label={`Cupos ocupados: ${formatCount(data.enrolled)} de ${formatCount(data.slots)}`}
            />
          )}
          <Box sx={{ display: 'flex', justifyContent: 'space-between', typography: 'caption', color: 'text.disabled' }}>
            <span>{formatCounted(data.enrolled, 'inscripto', 'inscriptos')}</span>
            <Box component="span" sx={{ fontWeight: 600, color: isFull ? 'error.main' : 'success.main' }}>
              {statusWords(data)}
            </Box>
          </Box>
        </>
      ) : (
        <Typography variant="body2" color="textSecondary">
          {error ? (isUnknown ? FORM_NOT_FOUND : 'Cupos sin datos') : '…'}
        </Typography>
      )}
    </>
  );
}

/** The short form, for headers with less room. */
export function CapacityWords({ campaignId, formUrl }: ContactCapacityProps) {
  const { data } = useCapacity(campaignId);
  const address = safeLink(formUrl);
  if (!data) return null;
  const words = (
    <>
      {data.slots === null ? (
        'Sin límite de cupos'
      ) : (
        <>
          <b style={{ fontWeight: 620 }}>{formatCount(Math.max(0, data.slots - data.enrolled))}</b> cupos libres
        </>
      )}
      {` · ${statusWords(data)}`}
    </>
  );
  return address ? (
    <Link href={address} target="_blank" rel="noopener noreferrer" color="inherit">
      {words}
    </Link>
  ) : (
    <span>{words}</span>
  );
}

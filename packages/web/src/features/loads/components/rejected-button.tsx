import Button from '@mui/material/Button';
import { IconDownload } from '../../../components/icons.ts';
import { useDownloadRejected } from '../api/rejected-rows.ts';

const LABEL = 'Descargar filas rechazadas';

/** Only where there is something to correct. */
export function RejectedButton({ campaignId, short = false }: { campaignId: number; short?: boolean }) {
  const save = useDownloadRejected(campaignId);
  return (
    <Button
      size="small"
      {...(short && { variant: 'text', 'aria-label': LABEL })}
      startIcon={<IconDownload size={16} stroke={2} aria-hidden />}
      aria-disabled={save.isPending}
      aria-busy={save.isPending}
      onClick={() => !save.isPending && save.mutate()}
    >
      {short ? 'Rechazadas' : LABEL}
    </Button>
  );
}

import Button from '@mui/material/Button';
import { IconDownload } from '../../../components/icons.ts';
import { useDownloadRejected } from '../api/rejected-rows.ts';

/** Only where there is something to correct. */
export function RejectedButton({ campaignId }: { campaignId: number }) {
  const save = useDownloadRejected(campaignId);
  return (
    <Button
      size="small"
      startIcon={<IconDownload size={16} stroke={2} aria-hidden />}
      aria-disabled={save.isPending}
      aria-busy={save.isPending}
      onClick={() => !save.isPending && save.mutate()}
    >
      Descargar filas rechazadas
    </Button>
  );
}

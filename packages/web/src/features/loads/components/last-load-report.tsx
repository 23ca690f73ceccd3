import { loads } from '@campanero/contract/loads/endpoints';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { can } from '../../../lib/can.ts';
import { useSession } from '../../../lib/session.ts';
import { useLastLoad } from '../api/last-load.ts';
import { FILES_HASH } from '../hooks/use-led-to-files.ts';
import { LoadReport } from './load-report.tsx';
import { RejectedButton } from './rejected-button.tsx';

interface LastLoadReportProps {
  campaignId: number;
  /** The assign page, where corrected rows are loaded, while the campaign takes an audience at all. */
  loadPath?: string | undefined;
  onHide?: (() => void) | undefined;
}

/**
 * The report of the campaign's last load, for any page of the campaign; nothing before the first one, while one runs
 * (which has a panel of its own) or when it cannot be had: it is never the page's main matter.
 */
export function LastLoadReport({ campaignId, loadPath, onHide }: LastLoadReportProps) {
  const session = useSession();
  const load = useLastLoad(campaignId, { isEnabled: can(loads.last, session) }).data;
  if (!load || load.status === 'RUNNING') return null;
  const mayCorrect = load.rejectedUntil !== null && can(loads.rejected, session);
  return (
    <LoadReport
      load={load}
      onHide={onHide}
      actions={
        mayCorrect && (
          <>
            <RejectedButton campaignId={campaignId} />
            {loadPath && (
              <Button size="small" variant="text" component={Link} to={`${loadPath}${FILES_HASH}`}>
                Cargar las filas corregidas
              </Button>
            )}
          </>
        )
      }
    />
  );
}

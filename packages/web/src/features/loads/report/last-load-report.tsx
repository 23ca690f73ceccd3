import { urlOf } from '@campanero/contract/client';
import { loads } from '@campanero/contract/loads/endpoints';
import { Button } from '@mui/material';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { saveBlob } from '../../../components/files/blob.tsx';
import { IconDownload } from '../../../components/icons.ts';
import { API_ROOT } from '../../../lib/api.ts';
import { can } from '../../../lib/can.ts';
import { download } from '../../../lib/files.ts';
import { useChange } from '../../../lib/changes.ts';
import { useSession } from '../../../lib/session.ts';
import { useLastLoad } from '../api.ts';
import { REJECTED_FAILED } from '../texts.ts';
import { LoadReport } from './load-report.tsx';

interface LastLoadReportProps {
  campaignId: number;
  /** The assign page, while the campaign can take an audience. */
  loadPath?: string | undefined;
  onHide?: (() => void) | undefined;
}

/** Null before the first load, while one runs and if it cannot be fetched. */
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

const LABEL = 'Descargar filas rechazadas';

export function RejectedButton({ campaignId, short = false }: { campaignId: number; short?: boolean }) {
  // A CSV that can be corrected and loaded.
  const save = useChange<void, Blob>(
    () => download(`${API_ROOT}${urlOf(loads.rejected, { params: { id: campaignId } })}`),
    { onSuccess: (blob) => saveBlob(blob, `filas-rechazadas-${campaignId}.csv`), failed: REJECTED_FAILED },
  );
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

const FILES_HASH = '#archivos';

/** Focuses the button that chooses files each time the link to FILES_HASH is followed. */
export function useLedToFiles() {
  const place = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash !== FILES_HASH) return undefined;
    // After the shell has moved the focus to the start of the page.
    const timer = setTimeout(() => {
      const button = place.current?.querySelector('button');
      button?.scrollIntoView?.({ block: 'center' });
      button?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each navigation runs it again
  }, [hash, key]);
  return place;
}

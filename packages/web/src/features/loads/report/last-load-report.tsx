import { loads } from '@campanero/contract/loads/endpoints';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { ActionButton } from '../../../components/action-button.tsx';
import { DownloadButton } from '../../../components/files/download-button.tsx';
import { can } from '../../../lib/can.ts';
import { downloadOf } from '../../../lib/files.ts';
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
              <ActionButton size="small" variant="text" to={`${loadPath}${FILES_HASH}`}>
                Cargar las filas corregidas
              </ActionButton>
            )}
          </>
        )
      }
    />
  );
}

const LABEL = 'Descargar filas rechazadas';

/** A CSV that can be corrected and loaded. */
export const RejectedButton = ({ campaignId, short = false }: { campaignId: number; short?: boolean }) => (
  <DownloadButton
    load={() => downloadOf(loads.rejected, { params: { id: campaignId } })}
    fileName={`filas-rechazadas-${campaignId}.csv`}
    failed={REJECTED_FAILED}
    size="small"
    stroke={2}
    {...(short && { variant: 'text', 'aria-label': LABEL })}
  >
    {short ? 'Rechazadas' : LABEL}
  </DownloadButton>
);

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

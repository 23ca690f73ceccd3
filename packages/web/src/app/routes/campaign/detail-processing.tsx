import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { BEING_PROCESSED } from '../../../features/audience/texts.ts';
import { notify } from '../../../lib/snackbar.ts';
import { paths } from '../../pages.ts';

interface BeingProcessedProps {
  /** The load's progress, for whoever may load; everybody else waits at the list (decisions 4). */
  progressPath: string | undefined;
}

/** "Campaign is being processed": there is no audience to show just now (spec 8). */
export function BeingProcessed({ progressPath }: BeingProcessedProps) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!progressPath) notify.warning(BEING_PROCESSED);
    void navigate(progressPath ?? paths.campaigns, { replace: true });
  }, [progressPath, navigate]);
  return null;
}

import { audience } from '@campanero/contract/audience/endpoints';
import { formatDate, formatDateTime, formatTime } from '@campanero/contract/shared/dates';
import { Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IconArrowsShuffle } from '../../../components/icons.ts';
import { later } from '../../../components/later.tsx';
import { Line, Strong } from '../../../components/layout.tsx';
import { notify } from '../../../lib/snackbar.ts';
import { isToday } from '../../../lib/text/when.ts';
import { numbers, operators, segmentedText, UNDO_FAILED, undoneText } from '../texts.ts';
import { useEndpointMutation } from '../../../lib/changes.ts';
import { endpointQuery } from '../../../lib/queries.ts';
import { splitOptions } from './api.ts';

const ChangeDialog = later(async () => (await import('../../../components/form/change-dialog.tsx')).ChangeDialog);

const dayInWords = (at: string) => (isToday(at) ? `hoy ~ ${formatTime(at)}` : formatDate(at));

/** Width of the tabs, whose line the bar shares on wide windows. */
const TABS_WIDTH = '31rem';

/** Undo of the last segmentation, until one of its numbers was worked on. */
export function SegmentationBar({ campaign }: { campaign: { id: number; name: string } }) {
  const params = { id: campaign.id };
  const { data } = useQuery(endpointQuery(['audience', campaign.id], audience.lastSegmentation, { params }));
  const last = data?.segmentation;
  const undo = useEndpointMutation(audience.undoSegmentation, {
    ...splitOptions(campaign.id),
    onSuccess: ({ total }) => notify.success(undoneText(total)),
  });
  const [isAsking, setAsking] = useState(false);
  if (!last?.undoable && !isAsking) return null;
  return (
    <>
      {last && (
        <Line
          component="section"
          aria-label="Última segmentación"
          sx={{
            mt: { xs: 1, lg: 0 },
            position: { lg: 'absolute' },
            insetInlineEnd: 0,
            bottom: 2,
            maxWidth: { lg: `calc(100% - ${TABS_WIDTH})` },
            typography: 'body2',
            color: 'text.secondary',
          }}
        >
          <IconArrowsShuffle size={18} stroke={1.75} aria-hidden style={{ flex: 'none' }} />
          {/* Two lines fit beside the tabs, so nothing is cut. */}
          <Box sx={{ minWidth: 0, lineHeight: '1.0625rem', overflowWrap: 'anywhere' }}>
            <Strong>{segmentedText(last)}</Strong>
            <br />
            Segmentó {last.userName}, <bdi title={formatDateTime(last.createdAt)}>{dayInWords(last.createdAt)}</bdi>
          </Box>
          <Button variant="text" size="small" onClick={() => setAsking(true)} sx={{ flex: 'none' }}>
            Deshacer
          </Button>
        </Line>
      )}
      {isAsking && last && (
        <ChangeDialog
          title="Deshacer la segmentación"
          action="Deshacer"
          destructive
          pendingText="Deshaciendo…"
          failed={UNDO_FAILED}
          onConfirm={() => undo.mutateAsync({ params: { ...params, segmentationId: last.segmentationId } })}
          onClose={() => setAsking(false)}
        >
          <b>{campaign.name}</b>: {numbers(last.total)} repartidos entre {operators(last.operators.length)} vuelven a
          quedar sin operador.
        </ChangeDialog>
      )}
    </>
  );
}

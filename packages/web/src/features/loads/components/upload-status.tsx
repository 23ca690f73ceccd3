import Typography from '@mui/material/Typography';
import { fileSize } from '../../../components/files/file-list.tsx';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import type { Sending } from '../api/upload-audience.ts';
import { leftText } from '../transfer-pace.ts';

/** Told to screen readers in steps: every figure would be noise. */
const STEP = 25;

/** "12,4 MB de 80 MB · 3,1 MB/s · quedan unos 20 s". */
export function UploadStatus({ sending }: { sending: Sending }) {
  const { share, sent, total, pace } = sending;
  const isSent = share >= 1;
  const facts = [
    `${fileSize(sent)} de ${fileSize(total)}`,
    pace && `${fileSize(Math.round(pace.perSecond))}/s`,
    pace && leftText(pace.secondsLeft),
  ].filter(Boolean);
  const spoken = `Enviado el ${Math.floor((share * 100) / STEP) * STEP} %`;
  return (
    <>
      <Typography variant="body2" color="textSecondary" aria-hidden sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {isSent
          ? 'Enviado: esperando la respuesta del servidor…'
          : total > 0
            ? facts.join(' · ')
            : 'Comenzando el envío…'}
      </Typography>
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
    </>
  );
}

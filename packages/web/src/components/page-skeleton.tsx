import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { Delayed } from './delayed.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/** While a page's code is on its way: title and one card, in their final places. */
export function PageSkeleton() {
  return (
    <Delayed>
      <Box role="status">
        <VisuallyHidden>Cargando…</VisuallyHidden>
        <Skeleton width={200} height={28} sx={{ mt: 3.5, mb: 5.5 }} />
        <Skeleton width="100%" height={420} />
      </Box>
    </Delayed>
  );
}

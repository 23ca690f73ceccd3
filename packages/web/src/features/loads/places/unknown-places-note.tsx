import type { AudienceLoad } from '@campanero/contract/loads/schemas';
import { formatCount } from '@campanero/contract/shared/numbers';
import { Box, Link, Typography } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { unknownPlacesText } from '../texts.ts';

const UnknownPlacesDialog = lazy(() =>
  import('./unknown-places-dialog.tsx').then((module) => ({ default: module.UnknownPlacesDialog })),
);
const SHOWN = 3;

/** "3 lugares no coinciden con los oficiales: **La Boca** (1.240 filas), … Ver lugares" */
export function UnknownPlacesNote({ load }: { load: AudienceLoad }) {
  const [isOpen, setOpen] = useState(false);
  if (load.unknownPlaces.length === 0) return null;
  const rest = load.unknownPlacesCount - SHOWN;
  return (
    <Typography variant="body2" color="textSecondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
      {unknownPlacesText(load)}:{' '}
      {load.unknownPlaces.slice(0, SHOWN).map(({ level, name, districtName, rows }, index) => (
        <span key={[level, name, districtName].join('|')}>
          {index > 0 && ', '}
          <b>{name}</b> ({formatCount(rows)})
        </span>
      ))}
      {rest > 0 && ` y ${formatCount(rest)} más`}.{' '}
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        <Link component="button" type="button" variant="body2" onClick={() => setOpen(true)}>
          Ver lugares
        </Link>
      </Box>
      {isOpen && (
        <Suspense fallback={null}>
          <UnknownPlacesDialog load={load} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Typography>
  );
}

import type { AudienceLoad } from '@campanero/contract/loads/schemas';
import { formatCount } from '@campanero/contract/shared/numbers';
import { Box, Link } from '@mui/material';
import { useState } from 'react';
import { later } from '../../../components/later.tsx';
import { Muted } from '../../../components/layout.tsx';
import { unknownPlacesText } from '../texts.ts';

const UnknownPlacesDialog = later(() => import('./unknown-places-dialog.tsx').then((m) => m.UnknownPlacesDialog));
const SHOWN = 3;

export function UnknownPlacesNote({ load }: { load: AudienceLoad }) {
  const [isOpen, setOpen] = useState(false);
  if (load.unknownPlaces.length === 0) return null;
  const rest = load.unknownPlacesCount - SHOWN;
  return (
    <Muted sx={{ overflowWrap: 'anywhere' }}>
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
      {isOpen && <UnknownPlacesDialog load={load} onClose={() => setOpen(false)} />}
    </Muted>
  );
}

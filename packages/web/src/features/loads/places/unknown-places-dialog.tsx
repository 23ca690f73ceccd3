import { letters } from '@campanero/contract/loads/csv/columns';
import type { AudienceLoad, UnknownPlaceReport } from '@campanero/contract/loads/schemas';
import { spellings } from '@campanero/contract/loads/spellings';
import { shortDistrict } from '@campanero/contract/lookups/schemas';
import { formatCount } from '@campanero/contract/shared/numbers';
import { Box, Button, TableCell, TableRow } from '@mui/material';
import { IconCheck } from '../../../components/icons.ts';
import { Faint, Line, Muted } from '../../../components/layout.tsx';
import { can } from '../../../lib/can.ts';
import { useSession } from '../../../lib/session.ts';
import { useRememberSpelling } from '../api.ts';
import { ListDialog, LookupTable, RowHead } from '../list-dialog.tsx';
import { LEVEL_NAMES, REMEMBER_FAILED } from '../texts.ts';

export function UnknownPlacesDialog({ load, onClose }: { load: AudienceLoad; onClose: () => void }) {
  const mayRemember = can(spellings.remember, useSession());
  const unnamed = load.unknownPlacesCount - load.unknownPlaces.length;
  return (
    <ListDialog
      title="Lugares que no coinciden"
      label="Lugares que no coinciden"
      intro={
        load.places === 'drop'
          ? 'Estas filas se cargaron sin el lugar. Lo que recuerde aquí se entenderá en las próximas cargas.'
          : 'Estas filas se rechazaron. Lo que recuerde aquí se entenderá en las próximas cargas, también al volver a cargar las filas rechazadas.'
      }
      onClose={onClose}
    >
      <LookupTable heads={['Como está escrito', 'Filas', mayRemember ? 'Recordar como' : 'Parecidos']} figures="Filas">
        {load.unknownPlaces.map((place) => (
          <TableRow key={[place.level, place.name, place.districtName].join('|')}>
            <RowHead
              note={[LEVEL_NAMES[place.level], place.districtName && shortDistrict(place.districtName)]
                .filter(Boolean)
                .join(' de ')}
              width="38%"
            >
              {place.name}
            </RowHead>
            <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {formatCount(place.rows)}
            </TableCell>
            <TableCell>
              <Meaning place={place} mayRemember={mayRemember} />
            </TableCell>
          </TableRow>
        ))}
      </LookupTable>
      {unnamed > 0 && <Muted sx={{ px: 6, py: 3 }}>Y {formatCount(unnamed)} más, con menos filas cada uno.</Muted>}
    </ListDialog>
  );
}

function Meaning({ place, mayRemember }: { place: UnknownPlaceReport; mayRemember: boolean }) {
  const remember = useRememberSpelling(REMEMBER_FAILED);
  const { name, closest, remembered } = place;
  if (remembered !== null)
    return (
      <Line gap={1.5} sx={{ color: 'success.main' }}>
        <IconCheck size={16} stroke={2} aria-hidden /> Se recuerda como {remembered}
      </Line>
    );
  if (closest.length === 0) return <Faint>Ningún nombre oficial se parece.</Faint>;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 1.5 }}>
      {closest.map(({ name: official, within, ...ids }) => {
        const label = [official, within].filter(Boolean).join(', ');
        const key = ids.subsectionId ?? ids.sectionId ?? ids.districtId;
        // The same name in several sections or districts: only the file can tell which.
        if (!mayRemember || letters(official) === letters(name)) return <Muted key={key}>{label}</Muted>;
        return (
          <Button
            key={key}
            size="small"
            aria-label={`Recordar «${name}» como ${label}`}
            aria-disabled={remember.isPending}
            sx={{ textAlign: 'start', height: 'auto', minHeight: '1.875rem' }}
            onClick={() => !remember.isPending && remember.mutate({ body: { name, ...ids } })}
          >
            {official}
            {within && (
              <Box component="span" sx={{ marginInlineStart: 1, fontWeight: 400, color: 'text.secondary' }}>
                {within}
              </Box>
            )}
          </Button>
        );
      })}
    </Box>
  );
}

import type { OwnScheme, SchemeFamily } from '@campanero/contract/settings/schemes';
import { familyOf, isDarkScheme } from '../../theme/schemes.ts';

/** Names of places: not translated. */
const FAMILY_NAMES: Record<SchemeFamily, string> = {
  campanero: 'Campanero',
  jacaranda: 'Jacarandá',
  riachuelo: 'Riachuelo',
  ceibo: 'Ceibo',
  palermo: 'Palermo',
  obelisco: 'Obelisco',
  tilo: 'Tilo',
  caminito: 'Caminito',
  celeste: 'Celeste',
  lavanda: 'Lavanda',
  adoquin: 'Adoquín',
  'alto-contraste': 'Alto contraste',
};

export const schemeName = (scheme: OwnScheme): string =>
  FAMILY_NAMES[familyOf(scheme)] + (isDarkScheme(scheme) ? ' noche' : '');

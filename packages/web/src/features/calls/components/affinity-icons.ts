import type { Affinity } from '@campanero/contract/calls/schemas';
import { IconMoodNeutral, IconMoodSad, IconMoodSmile } from '../../../components/icons.ts';

export const AFFINITY_ICONS: Record<Affinity, typeof IconMoodNeutral> = {
  Positivo: IconMoodSmile,
  Neutro: IconMoodNeutral,
  Negativo: IconMoodSad,
};

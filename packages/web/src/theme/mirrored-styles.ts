import createCache from '@emotion/cache';
import type { EmotionCache, StylisPlugin } from '@emotion/cache';
import mirror from '@mui/stylis-plugin-rtl';

/**
 * What a page from right to left needs beyond logical properties: the library's own left and right change sides, words keep the
 * direction of their letters, icons that point turn round. A chunk of its own, loaded for the first such page (theme/direction.ts).
 */
export function createMirroredCache(nonce: string | undefined): EmotionCache {
  return createCache({ key: 'rtl', ...(nonce && { nonce }), stylisPlugins: [mirror, alignByPage] });
}

const ALIGN: Record<string, string> = { start: 'text-align:right;', end: 'text-align:left;' };

/**
 * "Start" of a line is where its own words start (see below): at the left for Spanish. Here it means where the page starts. Runs
 * after the mirroring, which would turn it once more.
 */
const alignByPage: StylisPlugin = (element) => {
  if (element.type !== 'decl' || element.props !== 'text-align') return;
  const turned = ALIGN[element.children as string];
  if (turned) element.return = turned;
};

/** Tabler's names. What has no direction (bell, phone, logo, a turning refresh) stays. */
const POINTING_ICONS = [
  'arrow-left',
  'arrow-right',
  'arrows-shuffle',
  'chevron-left',
  'chevron-right',
  'external-link',
  'layout-sidebar-left-collapse',
  'layout-sidebar-left-expand',
  'logout',
  'player-track-next',
];

export const mirroredPage = {
  /**
   * Screens are in Spanish, and phones, ids, dates, times, percentages, mails and names of files read from left to right in any
   * language. So every piece of text takes its direction from its own letters, digits from left to right: "11 4567 8901" keeps its
   * order and a Spanish sentence its final point, while the page around them is mirrored and Arabic words run from the right.
   */
  '*, ::placeholder': { unicodeBidi: 'plaintext' },
  'body, input, textarea': { textAlign: 'start' },
  // The parts of a typed date stand from left to right, at the right where the field begins.
  '.MuiPickersInputBase-sectionsContainer': { justifyContent: 'flex-end' },
  [POINTING_ICONS.map((name) => `.tabler-icon-${name}`).join(',')]: { transform: 'scaleX(-1)' },
} as const;

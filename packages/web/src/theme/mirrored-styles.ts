import createCache from '@emotion/cache';
import type { EmotionCache, StylisPlugin } from '@emotion/cache';
import mirror from '@mui/stylis-plugin-rtl';

/** RTL beyond logical properties: mirrors MUI's left and right, keeps the direction of words, turns pointing icons. */
export function createMirroredCache(nonce: string | undefined): EmotionCache {
  return createCache({ key: 'rtl', ...(nonce && { nonce }), stylisPlugins: [mirror, alignByPage] });
}

const ALIGN: Record<string, string> = { start: 'text-align:right;', end: 'text-align:left;' };

/** Aligns by the page, not by the text's own direction. Runs after the mirroring, which would swap it again. */
const alignByPage: StylisPlugin = (element) => {
  if (element.type !== 'decl' || element.props !== 'text-align') return;
  const turned = ALIGN[element.children as string];
  if (turned) element.return = turned;
};

/** Tabler's names of icons with a direction. */
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
  /** Each text takes its direction from its letters: Spanish, numbers, dates and file names stay LTR within the mirrored page. */
  '*, ::placeholder': { unicodeBidi: 'plaintext' },
  'body, input, textarea': { textAlign: 'start' },
  // Parts of a typed date are LTR, aligned to the right.
  '.MuiPickersInputBase-sectionsContainer': { justifyContent: 'flex-end' },
  [POINTING_ICONS.map((name) => `.tabler-icon-${name}`).join(',')]: { transform: 'scaleX(-1)' },
} as const;

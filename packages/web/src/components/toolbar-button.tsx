import { Button, type ButtonProps, styled } from '@mui/material';
import type { Icon } from '@tabler/icons-react';
import { type ShortcutId } from '../lib/shortcuts.ts';
import { ShortcutCap } from './key-cap.tsx';
import { Tooltip } from './tooltip.tsx';
import { HIDDEN } from './visually-hidden.tsx';

/** Container name: buttons depend on the toolbar's width, not the window's. */
export const TOOLBAR = 'toolbar';

const Words = styled('span')({ flex: 1, textAlign: 'start', whiteSpace: 'nowrap' });

interface ToolbarButtonProps extends Omit<ButtonProps, 'aria-label' | 'children' | 'sx'> {
  label: string;
  icon: Icon;
  shortcut: ShortcutId;
  /** Below this width of the toolbar, in rem, only the icon is shown. */
  wideFrom: number;
  isQuiet?: boolean;
}

export function ToolbarButton({ label, icon: ToolIcon, shortcut, wideFrom, isQuiet, ...button }: ToolbarButtonProps) {
  return (
    <Tooltip title={label}>
      <Button
        {...button}
        size="small"
        sx={{
          flex: 'none',
          gap: 2.5,
          px: 2.5,
          marginInlineEnd: 2,
          ...(isQuiet && { minWidth: '9.75rem', marginInlineStart: 2, fontWeight: 400, color: 'text.secondary' }),
          [`@container ${TOOLBAR} (width < ${wideFrom}rem)`]: {
            width: '2.5rem',
            height: '2.5rem',
            minWidth: 0,
            padding: 0,
            margin: 0,
            border: 'none',
            '& > span': HIDDEN,
            '& > kbd': { display: 'none' },
          },
        }}
      >
        <ToolIcon size={18} stroke={1.75} aria-hidden />
        <Words>{label}</Words>
        <ShortcutCap id={shortcut} />
      </Button>
    </Tooltip>
  );
}

import { IconButton, type IconButtonProps } from '@mui/material';
import type { Icon } from '@tabler/icons-react';
import { Tooltip } from '../../components/tooltip.tsx';
import { type TextKey, useText, useTextLang } from '../../i18n/i18n.ts';

interface ToolButtonProps extends Omit<IconButtonProps, 'aria-label' | 'children'> {
  /** Its accessible name and tooltip. */
  label: TextKey;
  icon: Icon;
}

/** A tool of the toolbar: an icon with its name for whoever points at it or listens. */
export function ToolButton({ label, icon: ToolIcon, ...button }: ToolButtonProps) {
  const text = useText();
  const langOf = useTextLang();
  return (
    <Tooltip title={text(label)}>
      <IconButton aria-label={text(label)} lang={langOf(label)} {...button}>
        <ToolIcon size={20} stroke={1.75} aria-hidden />
      </IconButton>
    </Tooltip>
  );
}

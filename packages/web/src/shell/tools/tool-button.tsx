import type { IconButtonProps } from '@mui/material';
import type { Icon } from '@tabler/icons-react';
import { IconAction } from '../../components/icon-action.tsx';
import { type TextKey, useText, useTextLang } from '../../i18n/i18n.ts';

interface ToolButtonProps extends Omit<IconButtonProps, 'aria-label' | 'children'> {
  label: TextKey;
  icon: Icon;
}

export function ToolButton({ label, icon: ToolIcon, ...button }: ToolButtonProps) {
  return <IconAction label={useText()(label)} lang={useTextLang()(label)} {...button} icon={ToolIcon} iconSize={20} />;
}

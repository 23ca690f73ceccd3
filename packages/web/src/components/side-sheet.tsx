import { Drawer, IconButton, Typography } from '@mui/material';
import { type ReactNode, type Ref, useId } from 'react';
import { IconX } from './icons.ts';
import { Line } from './layout.tsx';

interface SideSheetProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  lang: string | undefined;
  width: number;
  maxWidth: string;
  actions?: ReactNode;
  closeButton?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/** A sheet at the window's end without backdrop. */
export function SideSheet(props: SideSheetProps) {
  const { isOpen, onClose, title, closeLabel, lang, width, maxWidth, actions, closeButton, children } = props;
  const titleId = useId();
  return (
    <Drawer
      anchor="right"
      open={isOpen}
      onClose={onClose}
      slotProps={{
        backdrop: { invisible: true },
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          lang,
          sx: { width, maxWidth, bgcolor: 'surface.raised' },
        },
      }}
    >
      <Line
        component="header"
        gap={1}
        sx={{ minHeight: 64, flex: 'none', paddingInline: '20px 12px', borderBottom: 1, borderColor: 'line.soft' }}
      >
        <Typography id={titleId} variant="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {actions}
        <IconButton ref={closeButton} aria-label={closeLabel} onClick={onClose} autoFocus>
          <IconX size={20} stroke={1.75} aria-hidden />
        </IconButton>
      </Line>
      {children}
    </Drawer>
  );
}

import { Box, Drawer, IconButton, Typography } from '@mui/material';
import { type ReactNode, type Ref, useId } from 'react';
import { IconX } from './icons.ts';

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
export function SideSheet({
  isOpen,
  onClose,
  title,
  closeLabel,
  lang,
  width,
  maxWidth,
  actions,
  closeButton,
  children,
}: SideSheetProps) {
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
      <Box
        component="header"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          minHeight: 64,
          flex: 'none',
          paddingInlineStart: 5,
          paddingInlineEnd: 3,
          borderBottom: 1,
          borderColor: 'line.soft',
        }}
      >
        <Typography id={titleId} variant="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {actions}
        <IconButton ref={closeButton} aria-label={closeLabel} onClick={onClose} autoFocus>
          <IconX size={20} stroke={1.75} aria-hidden />
        </IconButton>
      </Box>
      {children}
    </Drawer>
  );
}

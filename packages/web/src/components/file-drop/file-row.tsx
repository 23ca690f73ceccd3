import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { IconX } from '../icons.ts';
import { fileSize } from './file-size.ts';

interface FileRowProps {
  name: string;
  bytes: number;
  /** A small picture or the kind's icon. */
  preview: ReactNode;
  /** Beside the size: "guardado", "nuevo". */
  note?: string;
  /** 0 to 1 while it is being sent. */
  progress?: number | undefined;
  actions?: ReactNode;
  onRemove?: (() => void) | undefined;
}

/** One file: what it is, how big, how far it has come, and the way to take it back. */
export function FileRow({ name, bytes, preview, note, progress, actions, onRemove }: FileRowProps) {
  return (
    <Box
      component="li"
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        py: 2,
        px: 3,
        border: `1px solid ${theme.palette.divider}`,
        borderRadius: `${theme.radius.control}px`,
      })}
    >
      <Box
        sx={(theme) => ({
          flex: 'none',
          width: 40,
          height: 40,
          display: 'grid',
          placeItems: 'center',
          overflow: 'hidden',
          borderRadius: `${theme.radius.chip}px`,
          background: theme.palette.surface.subtle,
          color: 'text.secondary',
          '& img': { width: '100%', height: '100%', objectFit: 'cover' },
        })}
      >
        {preview}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography noWrap title={name} sx={{ fontWeight: 550 }}>
          {name}
        </Typography>
        {progress === undefined ? (
          <Typography variant="caption" color="textDisabled">
            {note ? `${fileSize(bytes)} · ${note}` : fileSize(bytes)}
          </Typography>
        ) : (
          <LinearProgress
            variant="determinate"
            value={progress * 100}
            aria-label={`Envío de ${name}`}
            sx={{ my: '5px' }}
          />
        )}
      </Box>
      {actions}
      {onRemove && (
        <Tooltip title="Quitar">
          <IconButton aria-label={`Quitar ${name}`} onClick={onRemove}>
            <IconX size={18} stroke={1.75} aria-hidden />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}

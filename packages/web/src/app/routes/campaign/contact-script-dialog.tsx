import type { Script } from '@campanero/contract/campaigns/detail-schemas';
import ButtonBase from '@mui/material/ButtonBase';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { styled, useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { IconChevronRight, IconFileText, IconX } from '../../../components/icons.ts';
import { ScriptReader } from '../../../components/script/script-reader.tsx';
import { scriptQuery } from '../../../features/campaigns/api.ts';
import { errorText } from '../../../lib/errors.ts';
import { isImage, OpenElsewhere, SCRIPT_FAILED } from './contact-script.tsx';

const Row = styled(ButtonBase)(({ theme }) => ({
  width: '100%',
  minHeight: '3rem',
  padding: '0 14px',
  gap: 10,
  justifyContent: 'flex-start',
  borderRadius: theme.radius.card,
  border: `1px solid ${theme.palette.line.soft}`,
  background: theme.palette.background.paper,
  '& > b': { fontWeight: 600, whiteSpace: 'nowrap' },
  '& > span': {
    flex: 1,
    minWidth: 0,
    textAlign: 'start',
    color: theme.palette.text.disabled,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    ...theme.typography.body2,
  },
}));

/** Where there is no room for the script beside the contact, it is one tap away. */
export function ScriptRowButton({ script, onOpen }: { script: Script; onOpen: () => void }) {
  return (
    <Row onClick={onOpen}>
      <IconFileText size={18} stroke={1.75} aria-hidden />
      <b>Ver script</b>
      <span>{script.originalName}</span>
      <IconChevronRight size={18} stroke={1.75} className="mirrored" aria-hidden />
    </Row>
  );
}

/** The same reader over the whole screen of a phone, or in a window of its own where there is more room. */
export function ScriptDialog({ script, onClose }: { script: Script; onClose: () => void }) {
  const titleId = useId();
  const isMobile = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true });
  const file = useQuery(scriptQuery(script));
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={isMobile}
      aria-labelledby={titleId}
      slotProps={{
        paper: {
          sx: isMobile
            ? { '&&': { m: 0, maxWidth: '100%', borderRadius: 0 } }
            : { width: 720, maxWidth: 720, height: '80vh' },
        },
      }}
    >
      <ScriptReader
        id={String(script.id)}
        name={script.originalName}
        isImage={isImage(script)}
        file={file.data}
        error={file.isError ? errorText(file.error, SCRIPT_FAILED) : undefined}
        onRetry={() => void file.refetch()}
        title={
          <Typography variant="h3" component="h2" id={titleId} noWrap title={script.originalName} sx={{ flex: 1 }}>
            {script.originalName}
          </Typography>
        }
        end={
          <>
            {file.data && <OpenElsewhere file={file.data} />}
            <IconButton aria-label="Cerrar" onClick={onClose}>
              <IconX size={20} stroke={1.75} aria-hidden />
            </IconButton>
          </>
        }
      />
    </Dialog>
  );
}

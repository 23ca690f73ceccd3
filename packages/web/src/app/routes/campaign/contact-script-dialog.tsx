import type { Script } from '@campanero/contract/campaigns/detail-schemas';
import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { IconChevronRight, IconFileText } from '../../../components/icons.ts';
import { ScriptViewer } from '../../../components/script-viewer.tsx';
import { scriptQuery } from '../../../features/campaigns/api/script-file.ts';
import { errorText } from '../../../lib/error-text.ts';
import { isImage, SCRIPT_FAILED } from './contact-script.tsx';

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

export function ScriptDialog({ script, onClose }: { script: Script; onClose: () => void }) {
  const file = useQuery(scriptQuery(script));
  return (
    <ScriptViewer
      name={script.originalName}
      isImage={isImage(script)}
      file={file.data}
      error={file.isError ? errorText(file.error, SCRIPT_FAILED) : undefined}
      onRetry={() => void file.refetch()}
      onClose={onClose}
    />
  );
}

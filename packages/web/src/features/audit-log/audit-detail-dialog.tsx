import type { AuditEntry } from '@campanero/contract/audit-log/schemas';
import { formatDateTimeSeconds } from '@campanero/contract/shared/dates';
import { Box, Button, Dialog, DialogActions, Typography } from '@mui/material';
import { useEffect, useId, useState } from 'react';
import { DialogClose } from '../../components/form/dialogs.tsx';
import { IconCheck, IconClock, IconCopy } from '../../components/icons.ts';
import { Inline, Line, Muted } from '../../components/layout.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { copyText } from '../../lib/browser/clipboard.ts';
import { ActionIcon } from './action-icon.tsx';
import { changeCount, changesOf, isCreation, labelOf, recordAsText } from './audit-changes.ts';
import { ChangeList } from './change-list.tsx';

interface AuditDetailDialogProps {
  record: AuditEntry;
  onClose: () => void;
}

export function AuditDetailDialog({ record, onClose }: AuditDetailDialogProps) {
  const title = useId();
  const changes = changesOf(record.info);
  const created = isCreation(record.info);
  const when = formatDateTimeSeconds(record.createdAt);
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} slotProps={{ paper: { sx: { width: 820, maxWidth: 820 } } }}>
      <Heading record={record} titleId={title} onClose={onClose} />
      <Inline sx={{ gap: '6px 28px', px: { xs: 4, sm: 6 }, pb: 3.5, typography: 'body2' }}>
        <Line>
          <PersonAvatar name={record.userName} size={24} />
          {record.userName}
        </Line>
        <Line gap={1.5} sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          <IconClock size={16} stroke={1.75} aria-hidden />
          <bdi>{when}</bdi>
        </Line>
        {changes.length > 0 && (
          <Box sx={{ marginInlineStart: { sm: 'auto' }, color: 'text.disabled' }}>
            {changeCount(changes.length, created)}
          </Box>
        )}
      </Inline>
      {/* Focusable, so that long records can be scrolled by keyboard. */}
      <Box sx={{ overflowY: 'auto', minHeight: 0 }} tabIndex={0} role="region" aria-label="Campos del registro">
        {changes.length > 0 ? (
          <ChangeList changes={changes} isCreation={created} />
        ) : (
          <Typography color="textSecondary" sx={{ px: { xs: 4, sm: 6 }, py: 4, borderTop: 1, borderColor: 'divider' }}>
            No cambió ningún campo.
          </Typography>
        )}
      </Box>
      <DialogActions sx={{ justifyContent: 'space-between' }}>
        <CopyRecordButton text={recordAsText(record, when)} />
        <Button onClick={onClose} sx={{ marginInlineStart: 'auto !important' }}>
          Cerrar
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Heading({ record, titleId, onClose }: AuditDetailDialogProps & { titleId: string }) {
  const name = labelOf(record);
  return (
    <Line gap={3} sx={{ px: { xs: 4, sm: 6 }, pt: 4.5, pb: 3.5 }}>
      <Box
        sx={(theme) => ({
          width: 40,
          height: 40,
          flex: 'none',
          display: 'grid',
          placeItems: 'center',
          borderRadius: `${theme.radius.menu}px`,
          background: theme.palette.soft.primary.bg,
          color: theme.palette.soft.primary.text,
        })}
      >
        <ActionIcon of={record.action} size={21} />
      </Box>
      <Box sx={{ minWidth: 0, paddingInlineEnd: 10 }}>
        <Typography id={titleId} component="h2" sx={{ fontSize: '1.125rem', lineHeight: '1.5rem', fontWeight: 620 }}>
          {record.action} · {record.subaction}
        </Typography>
        <Muted>
          <ObjectName text={record.object} />
          {name && ` · ${name}`} · registro <bdi>{record.id}</bdi>
        </Muted>
      </Box>
      <DialogClose onClose={onClose} />
    </Line>
  );
}

/** "Campaña **1287**". */
function ObjectName({ text }: { text: string }) {
  const [word = '', ...rest] = text.split(' ');
  return (
    <>
      {word}
      {rest.length > 0 && (
        <Box component="b" sx={{ fontWeight: 600 }}>
          {' '}
          {rest.join(' ')}
        </Box>
      )}
    </>
  );
}

const COPIED_MS = 1300;

function CopyRecordButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => copyText(text).then(() => setCopied(true));
  return (
    <>
      <Button
        variant="text"
        // Aligns the text with the dialog.
        sx={{ marginInlineStart: '-10px' }}
        onClick={() => void copy()}
        startIcon={
          isCopied ? <IconCheck size={16} stroke={2} aria-hidden /> : <IconCopy size={16} stroke={1.75} aria-hidden />
        }
      >
        {isCopied ? 'Copiado' : 'Copiar detalle'}
      </Button>
      <VisuallyHidden role="status">{isCopied ? 'Detalle copiado' : ''}</VisuallyHidden>
    </>
  );
}

import type { AuditEntry } from '@campanero/contract/audit-log/endpoints';
import { formatDateTimeSeconds } from '@campanero/contract/shared/dates';
import { Box, Button, Dialog, DialogActions, styled, Typography } from '@mui/material';
import { useEffect, useId, useState } from 'react';
import { DialogClose } from '../../components/form/dialogs.tsx';
import { IconArrowRight, IconCheck, IconClock, IconCopy } from '../../components/icons.ts';
import { Inline, Line, Muted } from '../../components/layout.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { SoftTile } from '../../components/soft-chip.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { copyText } from '../../lib/browser/clipboard.ts';
import { ActionIcon } from './action-icon.tsx';
import {
  changeCount,
  changesOf,
  type FieldChange,
  isCreation,
  labelOf,
  recordAsText,
  repeatsTitle,
  type ValuePart,
} from './audit-changes.ts';

type AuditDetailDialogProps = { record: AuditEntry; onClose: () => void };

export function AuditDetailDialog({ record, onClose }: AuditDetailDialogProps) {
  const title = useId();
  const changes = changesOf(record.info).filter((change) => !repeatsTitle(record, change));
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
      <SoftTile tone="primary">
        <ActionIcon of={record.action} size={21} />
      </SoftTile>
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

/** "Campaña **1287**", "Pedido de datos **7**". */
function ObjectName({ text }: { text: string }) {
  const [words = text, number] = text.split(/(?<= )(?=\d+$)/);
  return (
    <>
      {words}
      {number && (
        <Box component="b" sx={{ fontWeight: 600 }}>
          {number}
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

const PHONE = '@media (max-width: 599.95px)';

const Rows = styled('div')(({ theme }) => ({
  borderTop: `1px solid ${theme.palette.divider}`,
  overflowWrap: 'anywhere',
  '& [role="row"]': {
    display: 'grid',
    gridTemplateColumns: '10.25rem minmax(0, 1fr) 1.75rem minmax(0, 1fr)',
    gap: '0 12px',
    alignItems: 'start',
    padding: '11px 24px',
    fontSize: '0.84375rem',
    lineHeight: '1.25rem',
    borderBottom: `1px solid ${theme.palette.divider}`,
    [PHONE]: { gridTemplateColumns: 'minmax(0, 1fr) 1.75rem minmax(0, 1fr)', gap: '6px 8px', paddingInline: 16 },
  },
  '&[data-creation] [role="row"]': {
    gridTemplateColumns: '10.25rem minmax(0, 1fr)',
    [PHONE]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  '& [data-head]': {
    background: theme.palette.surface.subtle,
    color: theme.palette.text.secondary,
    fontSize: '0.78125rem',
    fontWeight: 550,
    paddingBlock: 8,
    [PHONE]: { display: 'none' },
  },
  '& [role="row"]:last-of-type': { borderBottom: 0 },
  // On phones the label is above both values.
  '& [role="rowheader"]': { fontWeight: 550, [PHONE]: { gridColumn: '1 / -1' } },
  '& svg': { display: 'block', color: theme.palette.text.secondary, marginTop: 1 },
}));

/** Each line of a wrapped value has its own background. */
const value = {
  padding: '1px 6px',
  borderRadius: 5,
  boxDecorationBreak: 'clone',
  WebkitBoxDecorationBreak: 'clone',
} as const;
const Old = styled('del')(({ theme }) => ({
  ...value,
  background: theme.palette.soft.danger.bg,
  color: theme.palette.soft.danger.text,
}));
const New = styled('ins')(({ theme }) => ({
  ...value,
  textDecoration: 'none',
  background: theme.palette.soft.success.bg,
  color: theme.palette.soft.success.text,
}));
const Nothing = styled('em')(({ theme }) => ({ color: theme.palette.text.disabled }));
const Changed = styled('b')({ fontWeight: 650 });

function Value({ parts, as: Ground }: { parts: readonly ValuePart[]; as: typeof Old | typeof New | 'span' }) {
  if (parts.length === 0) return <Nothing>vacío</Nothing>;
  return (
    <Ground>
      {parts.map(({ at, text, isChanged }) =>
        isChanged ? <Changed key={at}>{text}</Changed> : <span key={at}>{text}</span>,
      )}
    </Ground>
  );
}

const ChangeList = ({ changes, isCreation }: { changes: readonly FieldChange[]; isCreation: boolean }) => (
  <Rows role="table" aria-label="Campos" data-creation={isCreation ? '' : undefined}>
    <div role="row" data-head>
      <span role="columnheader">Campo</span>
      {!isCreation && <span role="columnheader">Antes</span>}
      {!isCreation && <span role="presentation" />}
      <span role="columnheader">Después</span>
    </div>
    {changes.map(({ label, before, after }) => (
      <div role="row" key={label}>
        <span role="rowheader">{label}</span>
        {!isCreation && (
          <>
            <span role="cell">
              <VisuallyHidden>Antes: </VisuallyHidden>
              <Value parts={before} as={Old} />
            </span>
            <span role="presentation">
              <IconArrowRight size={18} stroke={1.75} aria-hidden />
            </span>
          </>
        )}
        <span role="cell">
          <VisuallyHidden>Después: </VisuallyHidden>
          {/* Green means changed: not where nothing was before. */}
          <Value parts={after} as={before.length > 0 ? New : 'span'} />
        </span>
      </div>
    ))}
  </Rows>
);

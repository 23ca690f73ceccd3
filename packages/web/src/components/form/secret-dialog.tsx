import { Button, DialogContent, styled, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { copyText } from '../../lib/browser/clipboard.ts';
import { notify } from '../../lib/snackbar.ts';
import { outlinedCard } from '../../theme/mixins.ts';
import { MONOSPACE } from '../../theme/monospace.ts';
import { ActionButton } from '../action-button.tsx';
import { IconCopy } from '../icons.ts';
import { Muted } from '../layout.tsx';
import { DialogForm, DialogFrame } from './dialogs.tsx';

interface SecretDialogProps {
  title: string;
  /** "Clave", "Secreto": for screen readers and messages. */
  what: string;
  /** Where to put it; what follows says that it is not shown again. */
  instruction: string;
  value: string;
  done?: string;
  /** How it is used. */
  children: ReactNode;
  onDone: () => void;
}

/** Something that is shown once. Only the button closes the dialog, so that it is not lost by accident. */
export function SecretDialog({
  title,
  what,
  instruction,
  value,
  done = 'Ya lo guardé',
  children,
  onDone,
}: SecretDialogProps) {
  const copy = () =>
    copyText(value).then(
      () => notify.success('Copiado.'),
      () => notify.error('No se pudo copiar: selecciónelo y cópielo a mano.'),
    );
  return (
    <DialogFrame title={title} width={600} onClose={undefined}>
      <DialogForm
        onSubmit={onDone}
        cancel={null}
        body={
          <DialogContent sx={{ display: 'grid', gap: 4, justifyItems: 'start' }}>
            <Typography>
              {instruction}: <strong>no se vuelve a mostrar</strong>.
            </Typography>
            <Shown dir="ltr" aria-label={what}>
              {value}
            </Shown>
            <ActionButton icon={IconCopy} onClick={() => void copy()}>
              Copiar
            </ActionButton>
            <Muted>{children}</Muted>
          </DialogContent>
        }
        submit={
          <Button type="submit" variant="contained" autoFocus>
            {done}
          </Button>
        }
      />
    </DialogFrame>
  );
}

const Shown = styled('code')(({ theme }) => ({
  ...outlinedCard(theme, 'control'),
  width: '100%',
  padding: 12,
  background: theme.palette.surface.subtle,
  fontFamily: MONOSPACE,
  fontSize: '0.875rem',
  overflowWrap: 'anywhere',
  userSelect: 'all',
}));

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import type { ReactNode, SubmitEvent } from 'react';
import { UnsavedGuard } from '../../../components/form/dialogs.tsx';
import { SaveBar, SubmitButton } from '../../../components/form/save-bar.tsx';

interface EditorFrameProps {
  /** Names the form for those who do not see the page's title. */
  label: string;
  isNew: boolean;
  ready: boolean;
  reason: string;
  pending: boolean;
  error: string | undefined;
  /** Somebody else saved in between: fetches theirs and keeps what was typed here. */
  onReload?: (() => void) | undefined;
  isUnsaved: boolean;
  onSubmit: (event: SubmitEvent) => void;
  onRefused: () => void;
  children: ReactNode;
}

/** The card around a form of the catalogue: fields, what went wrong, save bar (design 6, Forms). */
export function EditorFrame(props: EditorFrameProps) {
  const { label, isNew, ready, reason, pending, error, onReload, isUnsaved, onSubmit, onRefused, children } = props;
  return (
    <Paper component="form" noValidate aria-label={label} onSubmit={onSubmit} sx={{ maxWidth: 720 }}>
      <UnsavedGuard active={isUnsaved} what="Si sale ahora, lo que escribió en este formulario se pierde." />
      <Box sx={{ display: 'grid', gap: 5, px: { xs: 4, sm: 6 }, py: 5 }}>{children}</Box>
      <SaveBar
        status={ready ? undefined : reason}
        note={error}
        noteAction={
          onReload && (
            <Button size="small" onClick={onReload}>
              Ver los cambios
            </Button>
          )
        }
      >
        <SubmitButton
          ready={ready}
          reason={reason}
          pending={pending}
          pendingText={isNew ? 'Creando…' : 'Guardando…'}
          onRefused={onRefused}
        >
          {isNew ? 'Crear' : 'Actualizar'}
        </SubmitButton>
      </SaveBar>
    </Paper>
  );
}

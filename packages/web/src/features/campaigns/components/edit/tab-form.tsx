import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import { SaveBar, SubmitButton } from '../../../../components/form/save-bar.tsx';

interface TabFormProps {
  label: string;
  isDirty: boolean;
  isPending: boolean;
  /** Beside the buttons: what is to be corrected, or how far it has come. */
  status?: ReactNode;
  onSubmit: () => void;
  /** Takes back what was changed and not saved. */
  onUndo: () => void;
  wide?: boolean;
  children: ReactNode;
}

/** A tab's card: its fields and the save bar; Guardar waits for a change and says so (UX-20). */
export function TabForm({ label, isDirty, isPending, status, onSubmit, onUndo, wide = false, children }: TabFormProps) {
  return (
    <Paper
      component="form"
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty && !isPending) onSubmit();
      }}
      sx={{ maxWidth: wide ? 960 : 800 }}
    >
      <Box sx={{ p: { xs: 4, sm: 6 }, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>{children}</Box>
      <SaveBar
        undo={
          isDirty && (
            <Button variant="text" onClick={onUndo} disabled={isPending} sx={{ color: 'text.secondary' }}>
              Deshacer cambios
            </Button>
          )
        }
        status={status}
      >
        <SubmitButton
          ready={isDirty}
          reason="Todavía no hay cambios que guardar."
          pending={isPending}
          pendingText="Guardando…"
        >
          Guardar
        </SubmitButton>
      </SaveBar>
    </Paper>
  );
}

import Button from '@mui/material/Button';
import { ConfirmDialog } from '../../../../components/form/dialogs.tsx';

interface LeaveWizardDialogProps {
  /** Files were chosen: they are not part of a draft. */
  hasFiles: boolean;
  onKeep: () => void;
  onDiscard: () => void;
  onClose: () => void;
}

/** Cancelar with something typed: it stays as a draft, or it goes. */
export function LeaveWizardDialog({ hasFiles, onKeep, onDiscard, onClose }: LeaveWizardDialogProps) {
  return (
    <ConfirmDialog
      open
      title="Salir sin crear la campaña"
      action="Conservar borrador"
      cancel="Seguir cargando"
      other={
        <Button color="error" onClick={onDiscard}>
          Descartar
        </Button>
      }
      onConfirm={onKeep}
      onClose={onClose}
    >
      Lo que cargó puede quedar como borrador en esta pestaña: estará aquí cuando vuelva a Crear campaña.
      {hasFiles && ' Los archivos elegidos no se conservan.'}
    </ConfirmDialog>
  );
}

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { IconHistory } from '../../../../components/icons.ts';

interface DraftNoticeProps {
  /** Names of files that were chosen and are gone: a browser keeps none over a reload. */
  lostFiles: readonly string[];
  onDiscard: () => void;
}

/** Says plainly what came back and what did not (UX-05). */
export function DraftNotice({ lostFiles, onDiscard }: DraftNoticeProps) {
  return (
    <Alert
      severity="info"
      icon={<IconHistory size={18} stroke={1.75} aria-hidden />}
      action={
        <Button variant="text" size="small" color="inherit" onClick={onDiscard}>
          Descartar borrador
        </Button>
      }
      sx={{ mb: 4, alignItems: 'center', '& .MuiAlert-action': { p: 0, mr: 0 } }}
    >
      Se recuperó el borrador que había dejado sin terminar.
      {lostFiles.length > 0 &&
        ` Los archivos no se conservan al recargar la página; vuelva a elegirlos en el paso Script: ${lostFiles.join(', ')}.`}
    </Alert>
  );
}

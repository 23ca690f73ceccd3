import { Alert, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { ReaderDialog } from '../../components/script/reader-dialog.tsx';
import { spokenWords } from '../../components/script/spoken-words.ts';
import { useScriptSteps } from '../../components/script/steps.ts';
import { useNow } from '../../lib/clock.ts';
import { useSession } from '../../lib/session.ts';

/** An invented person with every datum that a script can ask for. */
const INVENTED = {
  firstName: 'Graciela Noemí',
  lastName: 'Fernández',
  businessName: '',
  gender: 'F',
  section: 'Comuna 4',
  subsection: 'Parque Patricios',
} as const;

/** A chosen file is here already. */
const NO_RETRY = () => undefined;

interface PreviewedScript {
  name: string;
  isImage: boolean;
  /** Undefined while it is on its way. */
  file: Blob | undefined;
  error?: string;
  onRetry?: () => void;
}

interface ScriptPreviewProps extends PreviewedScript {
  campaignName: string;
  onClose: () => void;
}

/** How operators will read the script, its blanks filled, before anybody is called with it. */
export function ScriptPreview({ campaignName, onRetry = NO_RETRY, onClose, ...script }: ScriptPreviewProps) {
  const operator = useSession()?.name ?? '';
  const words = spokenWords({ person: INVENTED, operator, campaign: campaignName, now: useNow() });
  return (
    <ReaderDialog
      {...script}
      id={`preview/${script.name}`}
      onRetry={onRetry}
      words={words}
      steps={useScriptSteps(0)}
      note={
        <Alert severity="info" sx={{ borderRadius: 0, flex: 'none' }}>
          <b>Vista previa con una persona inventada.</b>{' '}
          {script.isImage
            ? 'Es una imagen: se muestra tal cual, sin completar espacios.'
            : 'Lo subrayado se completa con los datos de cada llamado.'}
        </Alert>
      }
      onClose={onClose}
    />
  );
}

/** For a file that was chosen and not sent yet. */
export function PreviewButton({ file, campaignName }: { file: File; campaignName: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-label={`Vista previa de ${file.name}`} onClick={() => setOpen(true)}>
        Vista previa
      </Button>
      {isOpen && (
        <ScriptPreview
          name={file.name}
          isImage={file.type.startsWith('image/')}
          file={file}
          campaignName={campaignName}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Where a script is chosen: what can be left open in it. */
export function BlanksHint() {
  return (
    <Typography variant="body2" color="textSecondary">
      En el texto de un PDF puede dejar espacios que se completan en cada llamado: {BLANKS.join(', ')} y {'{barrio}'}.
    </Typography>
  );
}
const BLANKS = ['{nombre}', '{apellido}', '{tratamiento}', '{operador}', '{campaña}', '{fecha}'];

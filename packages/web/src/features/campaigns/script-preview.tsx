import { Alert } from '@mui/material';
import { INVENTED_PERSON } from '../../components/script/invented-person.ts';
import { ReaderDialog } from '../../components/script/reader-dialog.tsx';
import { spokenTexts } from '../../components/script/spoken-words.ts';
import { useScriptSteps } from '../../components/script/steps.ts';
import { useNow } from '../../lib/clock.ts';
import { useSession } from '../../lib/session.ts';

/** Local files cannot fail to load. */
const NO_RETRY = () => undefined;

type PreviewedScript = { name: string; isImage: boolean; file: Blob | undefined; error?: string; onRetry?: () => void };

/** The script as operators will see it. */
export function ScriptPreview(props: PreviewedScript & { campaignName: string; onClose: () => void }) {
  const { campaignName, onRetry = NO_RETRY, onClose, ...script } = props;
  const operator = useSession()?.name ?? '';
  const words = spokenTexts({ person: INVENTED_PERSON, operator, campaign: campaignName, now: useNow() });
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

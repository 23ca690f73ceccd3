import { SCRIPT_FILES } from '@campanero/contract/shared/files';
import { Button } from '@mui/material';
import { type ComponentProps, useState } from 'react';
import { FileDrop } from '../../components/files/file-drop.tsx';
import { later } from '../../components/later.tsx';
import { Explained } from '../../components/page/section.tsx';
import { BLANK_NAMES } from '../../components/script/blank-names.ts';
import { SCRIPT_HELP } from './texts.ts';

const ScriptPreview = later(() => import('./script-preview.tsx').then((m) => m.ScriptPreview));

type ScriptDropProps = Omit<ComponentProps<typeof FileDrop>, 'label' | 'help' | 'rules' | 'renderActions'>;

/** Takes the scripts of a campaign, with a preview of each. */
export const ScriptDrop = ({ campaignName, ...drop }: ScriptDropProps & { campaignName: string }) => (
  <Explained
    title="Lo que lee el operador"
    help={`En el texto de un PDF puede dejar espacios que se completan en cada llamado: ${BLANK_NAMES.slice(0, -1).join(', ')} y ${BLANK_NAMES.at(-1)}.`}
  >
    <FileDrop
      label="Arrastre aquí los scripts de la campaña"
      help={SCRIPT_HELP}
      rules={SCRIPT_FILES}
      renderActions={(file) => <PreviewButton file={file} campaignName={campaignName} />}
      {...drop}
    />
  </Explained>
);

function PreviewButton({ file, campaignName }: { file: File; campaignName: string }) {
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

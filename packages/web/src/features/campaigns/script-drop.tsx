import { SCRIPT_FILES } from '@campanero/contract/shared/files';
import type { ComponentProps } from 'react';
import { FileDrop } from '../../components/files/file-drop.tsx';
import { Explained } from '../../components/page/section.tsx';
import { BLANK_NAMES } from '../../components/script/blank-names.ts';
import { PreviewButton } from './script-preview.tsx';
import { SCRIPT_HELP } from './texts.ts';

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

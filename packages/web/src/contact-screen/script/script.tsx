import type { CampaignDetail, Script } from '@campanero/contract/campaigns/detail-schemas';
import { Box, ButtonBase, Paper, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useId, useState } from 'react';
import { ChoiceMenu } from '../../components/fields/choice-menu.tsx';
import { openBlob } from '../../components/files/blob.tsx';
import { IconAction } from '../../components/icon-action.tsx';
import { IconChevronRight, IconExternalLink, IconFileText } from '../../components/icons.ts';
import type { BlankTexts } from '@campanero/contract/scripts/blanks';
import { ReaderDialog } from '../../components/script/reader-dialog.tsx';
import { ScriptReader } from '../../components/script/script-reader.tsx';
import type { ScriptSteps } from '../../components/script/steps.ts';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { scriptQuery } from '../../features/campaigns/api.ts';
import { errorText } from '../../lib/errors.ts';
import { Empty } from '../people/person-list.tsx';

const SCRIPT_FAILED = 'No fue posible abrir el script. Inténtelo de nuevo.';

/** The script last chosen in each campaign; kept until the page is reloaded. */
const lastRead = new Map<number, number>();

export function useScriptChoice({ id, scripts }: Pick<CampaignDetail, 'id' | 'scripts'>) {
  const [chosenId, setChosenId] = useState(() => lastRead.get(id));
  const script = scripts.find((each) => each.id === chosenId) ?? scripts[0];
  const choose = (scriptId: number) => {
    lastRead.set(id, scriptId);
    setChosenId(scriptId);
  };
  return { script, choose };
}

interface ReadingProps {
  /** What fills the blanks; undefined while the contact is loading. */
  words: BlankTexts | undefined;
  steps: ScriptSteps;
}

interface ContactScriptProps extends ReadingProps {
  scripts: readonly Script[];
  script: Script | undefined;
  onChoose: (scriptId: number) => void;
  ref: Ref<HTMLElement>;
}

function useReading(script: Script, { words, steps }: ReadingProps) {
  const { data: file, error, refetch } = useQuery(scriptQuery(script));
  return {
    id: String(script.id),
    name: script.originalName,
    isImage: script.contentType.startsWith('image/'),
    file,
    error: error ? errorText(error, SCRIPT_FAILED) : undefined,
    onRetry: () => void refetch(),
    words,
    steps,
    end: file && (
      <IconAction
        size="small"
        label="Abrir el script en otra pestaña"
        onClick={() => openBlob(file)}
        tooltip="Abrir en otra pestaña"
        icon={IconExternalLink}
      />
    ),
  };
}

/** The script in its own column; it keeps its position from one contact to the next. */
export function ContactScript({ script, ref, ...column }: ContactScriptProps) {
  const titleId = useId();
  return (
    <Paper
      component="section"
      ref={ref}
      aria-labelledby={titleId}
      sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', overflow: 'hidden' }}
    >
      <VisuallyHidden>
        <h2 id={titleId}>Script</h2>
      </VisuallyHidden>
      {script ? (
        <ColumnReader {...column} script={script} titleId={titleId} />
      ) : (
        <Empty>La campaña no tiene scripts.</Empty>
      )}
    </Paper>
  );
}

type ColumnReaderProps = Omit<ContactScriptProps, 'ref'> & { script: Script; titleId: string };

/** In a column that it shares. */
export function ScriptPart(props: Omit<ColumnReaderProps, 'titleId'>) {
  const titleId = useId();
  return (
    <>
      <VisuallyHidden>
        <h2 id={titleId}>Script</h2>
      </VisuallyHidden>
      <ColumnReader {...props} titleId={titleId} />
    </>
  );
}

function ColumnReader({ script, scripts, titleId, onChoose, ...reading }: ColumnReaderProps) {
  const name = script.originalName;
  return (
    <ScriptReader
      {...useReading(script, reading)}
      title={
        <>
          <IconFileText size={18} stroke={1.75} aria-hidden style={{ flex: 'none' }} />
          <Box sx={{ flex: 1, minWidth: 0, paddingInlineStart: 1, typography: 'body2' }}>
            {scripts.length > 1 ? (
              <ChoiceMenu
                labelledBy={titleId}
                value={script.id}
                options={scripts.map(({ id, originalName }) => ({ value: id, label: originalName }))}
                onChange={onChoose}
                style={{ maxWidth: '100%' }}
              />
            ) : (
              <Typography variant="body2" noWrap title={name} sx={{ fontWeight: 600, paddingInlineStart: 1 }}>
                {name}
              </Typography>
            )}
          </Box>
        </>
      }
    />
  );
}

export const ScriptRowButton = ({ script, onOpen }: { script: Script; onOpen: () => void }) => (
  <Paper
    component={ButtonBase}
    onClick={onOpen}
    sx={{ width: '100%', minHeight: '3rem', px: 3.5, gap: 2.5, justifyContent: 'flex-start' }}
  >
    <IconFileText size={18} stroke={1.75} aria-hidden />
    <b style={{ fontWeight: 600, whiteSpace: 'nowrap' }}>Ver script</b>
    <Typography variant="body2" component="span" color="textDisabled" noWrap sx={{ flex: 1, textAlign: 'start' }}>
      {script.originalName}
    </Typography>
    <IconChevronRight size={18} stroke={1.75} aria-hidden />
  </Paper>
);

type ScriptDialogProps = ReadingProps & { script: Script; onClose: () => void };
export const ScriptDialog = ({ script, onClose, ...reading }: ScriptDialogProps) => (
  <ReaderDialog {...useReading(script, reading)} onClose={onClose} />
);

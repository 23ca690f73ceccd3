import type { CampaignDetail, Script } from '@campanero/contract/campaigns/detail-schemas';
import { Box, ButtonBase, Paper, styled, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useId, useState } from 'react';
import { ChoiceMenu } from '../../components/fields/choice-menu.tsx';
import { openBlob } from '../../components/files/blob.tsx';
import { IconAction } from '../../components/icon-action.tsx';
import { IconChevronRight, IconExternalLink, IconFileText } from '../../components/icons.ts';
import type { BlankTexts } from '../../components/script/blanks.ts';
import { ReaderDialog } from '../../components/script/reader-dialog.tsx';
import { ScriptReader } from '../../components/script/script-reader.tsx';
import type { ScriptSteps } from '../../components/script/steps.ts';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { scriptQuery } from '../../features/campaigns/api.ts';
import { errorText } from '../../lib/errors.ts';

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
  const file = useQuery({ ...scriptQuery(script), enabled: script !== NO_SCRIPT });
  return {
    id: String(script.id),
    name: script.originalName,
    isImage: script.contentType.startsWith('image/'),
    file: file.data,
    error: file.isError ? errorText(file.error, SCRIPT_FAILED) : undefined,
    onRetry: () => void file.refetch(),
    words,
    steps,
    end: file.data && <OpenElsewhere file={file.data} />,
  };
}

/** The script in its own column; it keeps its position from one contact to the next. */
export function ContactScript({ scripts, script, words, steps, onChoose, ref }: ContactScriptProps) {
  const titleId = useId();
  const reading = useReading(script ?? NO_SCRIPT, { words, steps });
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
        <ScriptReader
          {...reading}
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
                  <Typography
                    variant="body2"
                    noWrap
                    title={script.originalName}
                    sx={{ fontWeight: 600, paddingInlineStart: 1 }}
                  >
                    {script.originalName}
                  </Typography>
                )}
              </Box>
            </>
          }
        />
      ) : (
        <Typography color="textSecondary" sx={{ p: 4 }}>
          La campaña no tiene scripts.
        </Typography>
      )}
    </Paper>
  );
}

const OpenElsewhere = ({ file }: { file: Blob }) => (
  <IconAction
    size="small"
    label="Abrir el script en otra pestaña"
    onClick={() => openBlob(file)}
    tooltip="Abrir en otra pestaña"
    icon={IconExternalLink}
  />
);

/** Stands for a missing script, so that hooks run always; never fetched. */
const NO_SCRIPT: Script = { id: 0, originalName: '', link: '', contentType: 'application/pdf', bytes: 0 };

const Row = styled(ButtonBase)(({ theme }) => ({
  width: '100%',
  minHeight: '3rem',
  padding: '0 14px',
  gap: 10,
  justifyContent: 'flex-start',
  borderRadius: theme.radius.card,
  border: `1px solid ${theme.palette.line.soft}`,
  background: theme.palette.background.paper,
  '& > b': { fontWeight: 600, whiteSpace: 'nowrap' },
  '& > span': {
    flex: 1,
    minWidth: 0,
    textAlign: 'start',
    color: theme.palette.text.disabled,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    ...theme.typography.body2,
  },
}));

export const ScriptRowButton = ({ script, onOpen }: { script: Script; onOpen: () => void }) => (
  <Row onClick={onOpen}>
    <IconFileText size={18} stroke={1.75} aria-hidden />
    <b>Ver script</b>
    <span>{script.originalName}</span>
    <IconChevronRight size={18} stroke={1.75} aria-hidden />
  </Row>
);

type ScriptDialogProps = ReadingProps & { script: Script; onClose: () => void };
export const ScriptDialog = ({ script, onClose, ...reading }: ScriptDialogProps) => (
  <ReaderDialog {...useReading(script, reading)} onClose={onClose} />
);

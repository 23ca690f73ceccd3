import type { CampaignDetail, Script } from '@campanero/contract/campaigns/detail-schemas';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type Ref } from 'react';
import { BlobImage } from '../../../components/blob-image.tsx';
import { ChoiceMenu } from '../../../components/choice-menu.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { IconExternalLink, IconFileText } from '../../../components/icons.ts';
import { PdfView } from '../../../components/pdf/pdf-view.tsx';
import { openBlob } from '../../../components/save-blob.ts';
import { scriptQuery } from '../../../features/campaigns/api/script-file.ts';
import { errorText } from '../../../lib/error-text.ts';

export const SCRIPT_FAILED = 'No fue posible abrir el script. Inténtelo de nuevo.';
export const isImage = ({ contentType }: Script) => contentType.startsWith('image/');

/** Which file somebody reads from, by campaign, for as long as the tab lives. */
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

interface ContactScriptProps {
  scripts: readonly Script[];
  script: Script | undefined;
  onChoose: (scriptId: number) => void;
  ref: Ref<HTMLElement>;
}

/** What to say, beside the contact and never in its way: it stays where it is from one contact to the next (design 9). */
export function ContactScript({ scripts, script, onChoose, ref }: ContactScriptProps) {
  const titleId = useId();
  const file = useQuery({ ...scriptQuery(script ?? NO_SCRIPT), enabled: script !== undefined });
  return (
    <Paper
      component="section"
      ref={ref}
      aria-labelledby={titleId}
      sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', overflow: 'hidden' }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          minHeight: '2.75rem',
          pl: 4,
          pr: 1.5,
          borderBottom: 1,
          borderColor: 'line.soft',
        }}
      >
        <IconFileText size={18} stroke={1.75} aria-hidden />
        <Typography variant="h3" component="h2" id={titleId}>
          Script
        </Typography>
        <Box sx={{ flex: 1, minWidth: 0, typography: 'body2', color: 'text.secondary' }}>
          {script && scripts.length > 1 ? (
            <ChoiceMenu
              labelledBy={titleId}
              value={script.id}
              options={scripts.map(({ id, originalName }) => ({ value: id, label: originalName }))}
              onChange={onChoose}
              style={{ maxWidth: '100%', overflow: 'hidden', fontWeight: 450 }}
            />
          ) : (
            <Typography variant="body2" noWrap>
              {script?.originalName}
            </Typography>
          )}
        </Box>
        {file.data && (
          <Tooltip title="Abrir en otra pestaña">
            <IconButton size="small" aria-label="Abrir el script en otra pestaña" onClick={() => openBlob(file.data)}>
              <IconExternalLink size={18} stroke={1.75} aria-hidden />
            </IconButton>
          </Tooltip>
        )}
      </Box>
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          bgcolor: 'surface.subtle',
          display: 'grid',
          // The document brings a frame of its own for dialogs; here the card is the frame.
          '& > div': { border: 0, borderRadius: 0 },
        }}
      >
        {!script ? (
          <Typography color="textSecondary" sx={{ p: 4 }}>
            La campaña no tiene scripts.
          </Typography>
        ) : file.isError ? (
          <ErrorState message={errorText(file.error, SCRIPT_FAILED)} onRetry={() => void file.refetch()} />
        ) : !file.data ? (
          <Skeleton width="100%" height="100%" />
        ) : isImage(script) ? (
          // A region to be scrolled by the keyboard, too.
          <Box
            role="region"
            aria-label={`Documento ${script.originalName}`}
            tabIndex={0}
            sx={{ overflow: 'auto', p: 3, '& img': { display: 'block', width: '100%' } }}
          >
            <BlobImage blob={file.data} alt={script.originalName} />
          </Box>
        ) : (
          <PdfView file={file.data} name={script.originalName} />
        )}
      </Box>
    </Paper>
  );
}

/** Never asked for. */
const NO_SCRIPT: Script = { id: 0, originalName: '', link: '', contentType: 'application/pdf', bytes: 0 };

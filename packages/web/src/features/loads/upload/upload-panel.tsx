import { campaigns } from '@campanero/contract/campaigns/endpoints';
import { ERRORS } from '@campanero/contract/errors';
import type { PlaceRules } from '@campanero/contract/loads/csv/places';
import { loads } from '@campanero/contract/loads/endpoints';
import { loadRefusalIn } from '@campanero/contract/loads/refusal';
import { AUDIENCE_FILES } from '@campanero/contract/loads/schemas';
import { Box, Button, Link, Typography } from '@mui/material';
import { useQueries } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { FileDrop } from '../../../components/files/file-drop.tsx';
import { fileMark, fileProgress, fileSize } from '../../../components/files/file-list.tsx';
import { UnsavedGuard } from '../../../components/form/dialogs.tsx';
import { later } from '../../../components/later.tsx';
import { Muted } from '../../../components/layout.tsx';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { call } from '../../../lib/api.ts';
import { useDraftFiles } from '../../../lib/draft.ts';
import { ApiError } from '../../../lib/errors.ts';
import { upload } from '../../../lib/files.ts';
import { invalidate } from '../../../lib/queries.ts';
import { timeLeftText } from '../../../lib/text/pace.ts';
import { type Sending, useUpload } from '../../../lib/use-upload.ts';
import { LOAD_CHANGES, refreshIfStale, showRefusal, useAccepted } from '../api.ts';
import { LoadForm, type LoadPanelProps, type LoadQuery, loadQueryOf } from '../load-options.tsx';
import { useFocusFileButton } from '../report/last-load-report.tsx';
import { FILES_HELP, FILES_STILL_CHOSEN, UPLOAD_FAILED } from '../texts.ts';
import { PreviewCard, previewFault, previewQuery } from './preview-card.tsx';

const FormatDialog = later(() => import('./format-dialog.tsx').then((m) => m.FormatDialog));

const LEAVING = { title: 'El envío no terminó', leave: 'Salir y cancelar el envío', stay: 'Seguir enviando' };

export function UploadPanel({ campaignId, places, ...form }: LoadPanelProps & { places: PlaceRules | undefined }) {
  const [files, chooseFiles] = useDraftFiles(`audience:${campaignId}`);
  const drop = useFocusFileButton();
  const upload = useUploadAudience(campaignId);
  const { sheets, chooseSheet, whyNot, isReading } = useLookedAt(files, places);
  const refusal = useAccepted(upload, UPLOAD_FAILED, () => {
    chooseFiles([]);
    form.onAccepted();
  });
  const send = () =>
    upload.mutate(
      { files, sheets: files.map((file) => sheets.get(file)), query: loadQueryOf(form.choice) },
      { onError: showRefusal(UPLOAD_FAILED) },
    );
  return (
    <LoadForm
      {...form}
      label="Subir Audiencia"
      whyNot={whyNot ?? (isReading ? 'Se está leyendo el archivo.' : undefined)}
      isPending={upload.isPending}
      status={files.length > 0 && !upload.isPending && whyNot}
      note={refusal ? `${refusal} ${FILES_STILL_CHOSEN}` : undefined}
      action="Cargar audiencia"
      pendingText="Enviando…"
      other={upload.isPending && <Button onClick={upload.cancel}>Cancelar envío</Button>}
      onSubmit={send}
    >
      <Box>
        <FilesHeading />
        <div ref={drop}>
          <FileDrop
            label="Arrastre aquí los archivos de la audiencia"
            help={FILES_HELP}
            rules={AUDIENCE_FILES}
            files={files}
            onChange={(next) => {
              upload.reset();
              chooseFiles(next);
            }}
            progress={upload.isPending ? fileProgress(files, upload.sending.share) : undefined}
          />
        </div>
      </Box>
      {!upload.isPending &&
        files.map((file) => (
          <PreviewCard
            key={fileMark(file)}
            file={file}
            places={places}
            sheet={sheets.get(file)}
            onSheet={(sheet) => chooseSheet(file, sheet)}
          />
        ))}
      {upload.isPending && <UploadStatus sending={upload.sending} />}
      <UnsavedGuard
        active={upload.isPending}
        words={LEAVING}
        what="Los archivos todavía se están enviando. Si sale ahora, el envío se cancela y no se carga nada."
      />
    </LoadForm>
  );
}

function useLookedAt(files: readonly File[], places: PlaceRules | undefined) {
  const [sheets, setSheets] = useState<ReadonlyMap<File, string>>(new Map());
  const previews = useQueries({ queries: files.map((file) => previewQuery(file, places, sheets.get(file))) });
  return {
    sheets,
    chooseSheet: (file: File, sheet: string) => setSheets(new Map(sheets).set(file, sheet)),
    whyNot: reasonNotToSend(
      files,
      previews.map(({ data }, place) => data && previewFault(files[place]!.name, data)),
      // A load refused for its places shows them with the official ones, to be remembered.
      previews.every(({ data }) => data?.isWhole && data.rows.length === 0 && data.unknownPlaces.places.length === 0),
    ),
    isReading: previews.some(({ isPending }) => isPending),
  };
}

function FilesHeading() {
  const [isFormatOpen, setFormatOpen] = useState(false);
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 3, mb: 2 }}>
        <Typography variant="h2">Archivos de la audiencia</Typography>
        <Link
          component="button"
          type="button"
          variant="body1"
          onClick={() => setFormatOpen(true)}
          sx={{ marginInlineStart: 'auto' }}
        >
          Ver Formato
        </Link>
      </Box>
      {isFormatOpen && <FormatDialog onClose={() => setFormatOpen(false)} />}
    </>
  );
}

function reasonNotToSend(
  files: readonly File[],
  faults: readonly (string | undefined)[],
  hasNoRow: boolean,
): string | undefined {
  if (files.length === 0) return 'Elija al menos un archivo.';
  const faulty = faults.filter((fault) => fault !== undefined).length;
  if (faulty === 0) return hasNoRow ? 'Ninguna fila se puede cargar.' : undefined;
  return faulty === 1 ? 'Hay un archivo que no se puede cargar.' : `Hay ${faulty} archivos que no se pueden cargar.`;
}

/** Screen readers are told in steps of per cent. */
const STEP = 25;

/** "12,4 MB de 80 MB · 3,1 MB/s · quedan unos 20 s". */
function UploadStatus({ sending }: { sending: Sending }) {
  const { share, sent, total, pace } = sending;
  const isSent = share >= 1;
  const facts = [
    `${fileSize(sent)} de ${fileSize(total)}`,
    pace && `${fileSize(Math.round(pace.perSecond))}/s`,
    pace && timeLeftText(pace.secondsLeft),
  ].filter(Boolean);
  const spoken = `Enviado el ${Math.floor((share * 100) / STEP) * STEP} %`;
  return (
    <>
      <Muted aria-hidden sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {isSent
          ? 'Enviado: esperando la respuesta del servidor…'
          : total > 0
            ? facts.join(' · ')
            : 'Comenzando el envío…'}
      </Muted>
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
    </>
  );
}

interface AudienceUpload {
  files: readonly File[];
  /** Of each file; undefined: the first sheet, or none. */
  sheets: readonly (string | undefined)[];
  query: LoadQuery;
}

function formOf({ files, sheets }: AudienceUpload): FormData {
  const form = new FormData();
  for (const [place, sheet] of sheets.entries()) if (sheet !== undefined) form.append(`sheet${place + 1}`, sheet);
  for (const file of files) form.append(AUDIENCE_FILES.field, file, file.name);
  return form;
}

// Repeating the same files after a lost answer gives the same load. The status of the campaign is checked before sending,
// and after a network error, which may have been a refusal.
function useUploadAudience(campaignId: number) {
  const tried = useRef<string>(undefined);
  return useUpload(
    async (sent: AudienceUpload, options) => {
      const { idempotencyKey, signal } = options;
      // On a repeated attempt the first one may be the load that is running.
      const refusal = tried.current === idempotencyKey ? undefined : await whyNoUpload(campaignId, signal);
      if (refusal) throw refusal;
      tried.current = idempotencyKey;
      const query = { ...sent.query };
      return upload(loads.upload, { params: { id: campaignId }, query, form: formOf(sent), ...options }).catch(
        async (error: unknown) => {
          if (!(error instanceof ApiError) || error.status !== 0) throw error;
          throw (await whyNoUpload(campaignId, signal).catch(() => undefined)) ?? error;
        },
      );
    },
    {
      isRepeatable: ({ files, sheets, query }) => JSON.stringify([query, sheets, files.map(fileMark)]),
      // Not awaited: the campaign's new status unmounts this form before it could navigate.
      changes: LOAD_CHANGES,
      onError: (error) => {
        refreshIfStale(error);
        // A refusal before the body was sent looks like a network error: check whether the session is still valid.
        if (error instanceof ApiError && error.status === 0) void invalidate('session');
      },
    },
  );
}

// Checked separately: a server that refuses while a large body is being sent closes the connection, and the browser
// reports only a network error.
async function whyNoUpload(campaignId: number, signal: AbortSignal): Promise<ApiError | undefined> {
  const { status } = await call(campaigns.detail, { params: { id: campaignId } }, { signal });
  const code = loadRefusalIn(status);
  return code === null ? undefined : new ApiError({ code, status: ERRORS[code].status, text: ERRORS[code].es });
}

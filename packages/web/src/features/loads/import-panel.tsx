import { loads } from '@campanero/contract/loads/endpoints';
import { IMPORT_FAILED } from '@campanero/contract/loads/schemas';
import { Alert, Box } from '@mui/material';
import { type ReactNode, useEffect } from 'react';
import { IconAlertTriangle } from '../../components/icons.ts';
import { DelayedSkeleton } from '../../components/page/page-header.tsx';
import { call } from '../../lib/api.ts';
import { useChange } from '../../lib/changes.ts';
import { LOAD_CHANGES, loadRefusal, refreshIfStale, showRefusal, useAccepted } from './api.ts';
import { LoadForm, type LoadPanelProps, type LoadQuery, loadQueryOf } from './load-options.tsx';
import { DETAILS_FAILED } from './texts.ts';

interface ImportPanelProps extends LoadPanelProps {
  source: 'dashboard' | 'form';
  label: string;
  sourceId: string | null;
  search: ReactNode;
  details: { isError: boolean; error: Error | null; shown: ReactNode | undefined };
  whyNot: string | undefined;
}

/** Repeating the same import after a lost answer gives the same load. */
const useImportAudience = (campaignId: number, source: ImportPanelProps['source']) =>
  useChange(
    ({ sourceId, query }: { sourceId: string; query: LoadQuery }, options): Promise<unknown> =>
      source === 'dashboard'
        ? call(loads.importDashboard, { params: { id: campaignId, audienceId: sourceId }, query }, options)
        : call(loads.importForm, { params: { id: campaignId, formId: sourceId }, query }, options),
    { isRepeatable: true, changes: LOAD_CHANGES, onError: refreshIfStale },
  );

export function ImportPanel({ campaignId, source, sourceId, search, details, whyNot, ...form }: ImportPanelProps) {
  const load = useImportAudience(campaignId, source);
  const reason =
    (sourceId === null ? 'Elija primero qué importar.' : undefined) ??
    whyNot ??
    (details.shown === undefined ? 'Faltan los detalles de lo elegido.' : undefined);
  const { reset } = load;
  // Clears the refusal of the previous choice.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each choice runs it again
  useEffect(() => reset(), [sourceId, reset]);
  const refusal = useAccepted(load, IMPORT_FAILED, form.onAccepted);
  return (
    <LoadForm
      {...form}
      whyNot={reason}
      isPending={load.isPending}
      status={sourceId !== null && !load.isPending && whyNot}
      note={refusal}
      action="Importar"
      pendingText="Importando…"
      sx={{ maxWidth: 800 }}
      onSubmit={() =>
        load.mutate({ sourceId: sourceId!, query: loadQueryOf(form.choice) }, { onError: showRefusal(IMPORT_FAILED) })
      }
    >
      {search}
      {sourceId !== null && (
        <Box aria-live="polite">
          {details.shown ??
            (details.isError ? (
              <Alert severity="error" role="alert" icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}>
                {loadRefusal(details.error, DETAILS_FAILED)}
              </Alert>
            ) : (
              <DelayedSkeleton height={78} />
            ))}
        </Box>
      )}
    </LoadForm>
  );
}

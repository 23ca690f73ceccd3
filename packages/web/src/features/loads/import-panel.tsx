import { loads } from '@campanero/contract/loads/endpoints';
import { IMPORT_FAILED } from '@campanero/contract/loads/schemas';
import { Alert, Box, Paper, Skeleton } from '@mui/material';
import { type ReactNode, useEffect } from 'react';
import { SaveBar, SubmitButton } from '../../components/form/save-bar.tsx';
import { IconAlertTriangle } from '../../components/icons.ts';
import { Stacked } from '../../components/layout.tsx';
import { Delayed } from '../../components/page/page-header.tsx';
import { call } from '../../lib/api.ts';
import { useChange } from '../../lib/changes.ts';
import { LOAD_CHANGES } from './api.ts';
import { daysFault, type LoadChoice, LoadOptions, type LoadQuery, loadQueryOf } from './load-options.tsx';
import { loadRefusal, refreshIfStale, showRefusal, useAccepted } from './refusals.ts';
import { DETAILS_FAILED } from './texts.ts';

interface ImportPanelProps {
  campaignId: number;
  source: ImportSource;
  label: string;
  sourceId: string | null;
  search: ReactNode;
  details: { isError: boolean; error: Error | null; shown: ReactNode | undefined };
  /** Why the choice cannot be imported. */
  whyNot: string | undefined;
  choice: LoadChoice;
  onChoice: (choice: LoadChoice) => void;
  onShowSpellings: () => void;
  onAccepted: () => void;
}

type ImportSource = 'dashboard' | 'form';

/** Repeating the same import after a lost answer gives the same load. */
const useImportAudience = (campaignId: number, source: ImportSource) =>
  useChange(
    ({ sourceId, query }: { sourceId: string; query: LoadQuery }, options): Promise<unknown> =>
      source === 'dashboard'
        ? call(loads.importDashboard, { params: { id: campaignId, audienceId: sourceId }, query }, options)
        : call(loads.importForm, { params: { id: campaignId, formId: sourceId }, query }, options),
    { isRepeatable: true, changes: LOAD_CHANGES, onError: refreshIfStale },
  );

export function ImportPanel(props: ImportPanelProps) {
  const { campaignId, source, label, sourceId, search, details, whyNot } = props;
  const { choice, onChoice, onShowSpellings, onAccepted } = props;
  const load = useImportAudience(campaignId, source);
  const reason =
    (sourceId === null ? 'Elija primero qué importar.' : undefined) ??
    whyNot ??
    (details.shown === undefined ? 'Faltan los detalles de lo elegido.' : undefined) ??
    daysFault(choice);
  const { reset } = load;
  // Clears the refusal of the previous choice.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each choice runs it again
  useEffect(() => reset(), [sourceId, reset]);
  const refusal = useAccepted(load, IMPORT_FAILED, onAccepted);
  return (
    <Paper
      component="form"
      noValidate
      aria-label={label}
      sx={{ maxWidth: 800 }}
      onSubmit={(event) => {
        event.preventDefault();
        if (sourceId !== null && reason === undefined && !load.isPending)
          load.mutate({ sourceId, query: loadQueryOf(choice) }, { onError: showRefusal(IMPORT_FAILED) });
      }}
    >
      <Stacked gap={5} sx={{ p: { xs: 4, sm: 6 } }}>
        {search}
        {sourceId !== null && (
          <Box aria-live="polite">
            {details.shown ??
              (details.isError ? (
                <Alert severity="error" role="alert" icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}>
                  {loadRefusal(details.error, DETAILS_FAILED)}
                </Alert>
              ) : (
                <Delayed>
                  <Skeleton height={78} />
                </Delayed>
              ))}
          </Box>
        )}
        <LoadOptions choice={choice} onChange={onChoice} onShowSpellings={onShowSpellings} disabled={load.isPending} />
      </Stacked>
      <SaveBar status={sourceId !== null && !load.isPending && whyNot} note={refusal}>
        <SubmitButton
          ready={reason === undefined}
          reason={reason ?? ''}
          pending={load.isPending}
          pendingText="Importando…"
        >
          Importar
        </SubmitButton>
      </SaveBar>
    </Paper>
  );
}

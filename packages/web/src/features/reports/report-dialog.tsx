import { reports } from '@campanero/contract/reports/endpoints';
import {
  REPORT_FREQUENCIES,
  REPORT_WEEKDAYS,
  type ReportFrequency,
  type ReportPage,
  type ReportSubscription,
} from '@campanero/contract/reports/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { Button, DialogContent, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../components/action-button.tsx';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { SwitchRow } from '../../components/fields/switch-row.tsx';
import { DialogForm, DialogFrame } from '../../components/form/dialogs.tsx';
import { Muted } from '../../components/layout.tsx';
import { ErrorState } from '../../components/page/messages.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { errorText } from '../../lib/errors.ts';
import { endpointQuery } from '../../lib/queries.ts';
import {
  REPORT_ACTION,
  REPORT_COUNTS,
  REPORT_LOAD_FAILED,
  REPORT_SAVE_FAILED,
  REPORT_SAVED,
  REPORT_STOP_FAILED,
  REPORT_STOPPED,
} from './texts.ts';

export interface ReportOf {
  page: ReportPage;
  /** Only of a campaign's page. */
  campaign?: { id: number; isClosed: boolean };
}
interface ReportDialogProps extends ReportOf {
  onClose: () => void;
}

/** Asks when to receive the figures of a page; one report per person and page. */
export function ReportDialog({ page, campaign, onClose }: ReportDialogProps) {
  const query = { page, ...(campaign && { campaignId: String(campaign.id) }) };
  const { data, error, refetch } = useQuery({ ...endpointQuery('reports', reports.get, { query }), staleTime: 0 });
  return (
    <DialogFrame title={REPORT_ACTION} width={480} hasClose onClose={onClose}>
      {data === undefined ? (
        <DialogContent>
          {error ? (
            <ErrorState message={errorText(error, REPORT_LOAD_FAILED)} onRetry={() => void refetch()} />
          ) : (
            <Skeleton variant="rounded" height={340} />
          )}
        </DialogContent>
      ) : (
        <ReportForm {...{ page, campaign, onClose }} report={data} />
      )}
    </DialogFrame>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ id: hour, name: `${String(hour).padStart(2, '0')}:00` }));
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0].map((id) => ({ id, name: REPORT_WEEKDAYS[id] ?? '' }));
const MONDAY = 1;
const FIRST: Omit<ReportSubscription, 'nextAt'> = { frequency: 'daily', weekday: null, hour: 8, isAlways: false };

function ReportForm(props: ReportDialogProps & { report: ReportSubscription | null }) {
  const { page, campaign, report, onClose } = props;
  const isClosed = campaign?.isClosed === true;
  const [values, setValues] = useState(report ?? { ...FIRST, isAlways: isClosed });
  const { frequency, weekday, hour, isAlways } = values;
  const change = (changed: Partial<typeof values>) => setValues((before) => ({ ...before, ...changed }));
  const options = { changes: ['reports' as const], onSuccess: onClose };
  const save = useEndpointMutation(reports.save, { ...options, done: REPORT_SAVED });
  const stop = useEndpointMutation(reports.stop, { ...options, done: REPORT_STOPPED });
  const isPending = save.isPending || stop.isPending;
  const mayEnd = campaign !== undefined && !isClosed;
  const frequencies = (Object.keys(REPORT_FREQUENCIES) as ReportFrequency[])
    .filter((id) => id !== 'end' || mayEnd || frequency === 'end')
    .map((id) => ({ id, name: REPORT_FREQUENCIES[id] }));
  const refusal = save.error
    ? errorText(save.error, REPORT_SAVE_FAILED)
    : stop.error
      ? errorText(stop.error, REPORT_STOP_FAILED)
      : undefined;
  const query = { page, ...(campaign && { campaignId: String(campaign.id) }) };
  return (
    <DialogForm
      isPending={isPending}
      error={refusal}
      onClose={onClose}
      onSubmit={() =>
        save.mutate({ body: { page, campaignId: campaign?.id ?? null, frequency, weekday, hour, isAlways } })
      }
      other={
        report && (
          <Button
            color="error"
            disabled={isPending}
            onClick={() => stop.mutate({ query })}
            sx={{ marginInlineEnd: 'auto' }}
          >
            Dejar de recibirlo
          </Button>
        )
      }
      submit={
        <ActionButton type="submit" variant="contained" isPending={save.isPending} pendingText="Guardando…">
          {report ? 'Guardar' : 'Recibir'}
        </ActionButton>
      }
    >
      <Muted>
        Las cifras principales de esta página, con la tabla en una planilla. Llegan a su correo y a su Inbox
        {report?.nextAt ? `; el próximo, el ${formatDateTime(report.nextAt)}` : ''}.
      </Muted>
      <ChoiceField
        label="Cuándo"
        value={frequency}
        options={frequencies}
        help={REPORT_COUNTS[frequency]}
        onChange={(chosen) =>
          change({ frequency: chosen ?? 'daily', weekday: chosen === 'weekly' ? (weekday ?? MONDAY) : null })
        }
      />
      {frequency === 'weekly' && (
        <ChoiceField
          label="Día"
          value={weekday}
          options={WEEKDAYS}
          onChange={(chosen) => change({ weekday: chosen ?? MONDAY })}
        />
      )}
      <ChoiceField
        label="Hora"
        value={hour}
        options={HOURS}
        help="De la ciudad."
        onChange={(chosen) => change({ hour: chosen ?? FIRST.hour })}
      />
      {frequency !== 'end' && (
        <SwitchRow
          label="Aunque no haya novedades"
          hint={
            campaign ? 'También si no hubo llamados, y después de cerrada la campaña.' : 'También si no hubo llamados.'
          }
          value={isAlways}
          onChange={(isOn) => change({ isAlways: isOn })}
        />
      )}
    </DialogForm>
  );
}

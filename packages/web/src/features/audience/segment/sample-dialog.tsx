import { sample, sampleBody, type SampleBody, type SampleView } from '@campanero/contract/audience/sample';
import { SAMPLE_TIMEOUT_MS } from '@campanero/contract/limits';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { SubmitButton } from '../../../components/action-button.tsx';
import { SwitchRow } from '../../../components/fields/switch-row.tsx';
import { Bound, TextInput } from '../../../components/fields/text-input.tsx';
import { ChangeDialog } from '../../../components/form/change-dialog.tsx';
import { DialogForm, DialogFrame } from '../../../components/form/dialogs.tsx';
import { Muted } from '../../../components/layout.tsx';
import { QueryState } from '../../../components/page/query-state.tsx';
import { Grid } from '../../../components/table/cut-text.tsx';
import { TableScroll } from '../../../components/table/styles.ts';
import { useEndpointMutation } from '../../../lib/changes.ts';
import { checkTyped, numberIn, useSendForm } from '../../../lib/forms.ts';
import { endpointQuery } from '../../../lib/queries.ts';
import { notify } from '../../../lib/snackbar.ts';
import { contacts, SAMPLE_TEXTS } from '../texts.ts';
import { splitOptions } from './api.ts';

interface SampleDialogProps {
  campaign: { id: number; name: string };
  onClose: () => void;
}

const sampleQuery = (campaignId: number) =>
  endpointQuery(['audience', campaignId], sample.view, { params: { id: campaignId } }, { staleTime: 0 });

/** A random part of the audience is used, the others wait in reserve and are released in parts. */
export function SampleDialog({ campaign, onClose }: SampleDialogProps) {
  const query = useQuery(sampleQuery(campaign.id));
  const params = { id: campaign.id };
  const options = {
    ...splitOptions(campaign.id),
    timeoutMs: SAMPLE_TIMEOUT_MS,
    replaces: () => sampleQuery(campaign.id),
  };
  const draw = useEndpointMutation(sample.draw, { ...options, isRepeatable: true });
  const release = useEndpointMutation(sample.release, { ...options, isRepeatable: true });
  const remove = useEndpointMutation(sample.remove, options);
  const isPending = draw.isPending || release.isPending;
  return (
    <DialogFrame title="Muestra al azar" width={560} hasClose isPending={isPending} onClose={onClose}>
      {query.data === undefined ? (
        <DialogForm
          onSubmit={onClose}
          onClose={onClose}
          cancel={null}
          submit={<Button onClick={onClose}>Cerrar</Button>}
        >
          <QueryState query={query} height={160} failed={SAMPLE_TEXTS.failed} />
        </DialogForm>
      ) : query.data.sample ? (
        <Drawn
          campaign={campaign}
          drawn={query.data.sample}
          release={(amount, version) => release.mutateAsync({ params, body: { amount, version } })}
          remove={() => remove.mutateAsync({ params })}
          onClose={onClose}
        />
      ) : (
        <DrawForm
          campaign={campaign}
          free={query.data.free}
          draw={(body) => draw.mutateAsync({ params, body })}
          onClose={onClose}
        />
      )}
    </DialogFrame>
  );
}

const typed = z.object({ amount: z.string(), bySection: z.boolean(), seed: z.string() });
const drawRules = typed.transform(({ amount, bySection, seed }, context): SampleBody =>
  checkTyped(sampleBody, { amount: numberIn(amount), bySection, seed: numberIn(seed) }, context),
);

interface DrawFormProps extends SampleDialogProps {
  free: number;
  draw: (body: SampleBody) => Promise<SampleView>;
}

function DrawForm({ campaign, free, draw, onClose }: DrawFormProps) {
  const { form, status } = useSendForm({
    rules: drawRules,
    defaults: { amount: '', bySection: false, seed: '' },
    send: draw,
    failed: SAMPLE_TEXTS.drawFailed,
    done: SAMPLE_TEXTS.drawn,
  });
  return (
    <DialogForm
      error={status.refusal}
      isPending={status.isPending}
      onSubmit={status.submit}
      onClose={onClose}
      submit={
        <SubmitButton
          isPending={status.isPending}
          pendingText="Sorteando…"
          reason={free === 0 ? SAMPLE_TEXTS.nothingFree : undefined}
        >
          Sortear
        </SubmitButton>
      }
    >
      <Muted>
        <b>{campaign.name}</b> tiene {contacts(free)} sin operador. Se usan los que salgan sorteados; los demás quedan
        en reserva: no se segmentan ni se entregan hasta que usted los libere.
      </Muted>
      <TextInput form={form} name="amount" label="Cuántos se usan" inputMode="numeric" autoFocus />
      <Bound form={form} name="bySection">
        {({ value, onChange, onBlur }) => (
          <SwitchRow
            label="Según la sección"
            hint="De cada sección sale la misma parte; los que no tienen sección cuentan como una más."
            value={value}
            onChange={onChange}
            onBlur={onBlur}
          />
        )}
      </Bound>
      <TextInput
        form={form}
        name="seed"
        label="Semilla"
        optional
        inputMode="numeric"
        help="El número que decide el sorteo. Con la misma semilla y la misma audiencia sale la misma muestra. Vacía, se elige al azar y queda a la vista."
      />
    </DialogForm>
  );
}

interface DrawnProps extends SampleDialogProps {
  drawn: NonNullable<SampleView['sample']>;
  release: (amount: number, version: number) => Promise<SampleView>;
  remove: () => Promise<SampleView>;
}

function Drawn({ campaign, drawn, release, remove, onClose }: DrawnProps) {
  const { seed, bySection, drawnAt, drawnBy, inUse, inReserve, sections, version } = drawn;
  const [isRemoving, setRemoving] = useState(false);
  const { form, status } = useSendForm({
    rules: z
      .object({ amount: z.string() })
      .transform(({ amount }, context) => checkTyped(sampleBody.shape.amount, numberIn(amount), context, 'amount')),
    defaults: { amount: '' },
    send: async (amount) => {
      await release(amount, version);
      notify.success(SAMPLE_TEXTS.released(amount));
    },
    failed: SAMPLE_TEXTS.releaseFailed,
    onSent: (sent) => sent.reset(),
  });
  return (
    <DialogForm
      error={status.refusal}
      isPending={status.isPending}
      onSubmit={status.submit}
      cancel={<Button onClick={onClose}>Cerrar</Button>}
      other={
        <Button
          color="error"
          variant="text"
          onClick={() => setRemoving(true)}
          sx={{ marginInlineEnd: 'auto', flexBasis: { xs: '100%', sm: 'auto' } }}
        >
          Quitar la muestra
        </Button>
      }
      submit={
        <SubmitButton
          isPending={status.isPending}
          pendingText="Liberando…"
          reason={inReserve === 0 ? SAMPLE_TEXTS.nothingReserved : undefined}
        >
          Liberar
        </SubmitButton>
      }
    >
      <Muted>
        Se sorteó {bySection ? 'según la sección, ' : ''}con la semilla <b>{seed}</b>. Lo hizo {drawnBy},{' '}
        <bdi style={{ whiteSpace: 'nowrap' }}>{formatDateTime(drawnAt)}</bdi>. Lo que se cargue después entra en la
        reserva.
      </Muted>
      <TableScroll sx={{ maxHeight: '16rem', overflowY: 'auto' }}>
        <Grid aria-label="La muestra por sección">
          <thead>
            <tr>
              <th scope="col">Sección</th>
              <th scope="col" data-align="end" style={{ width: '6rem' }}>
                En uso
              </th>
              <th scope="col" data-align="end" style={{ width: '7rem' }}>
                En reserva
              </th>
            </tr>
          </thead>
          <tbody>
            <CountsRow name={<b>Toda la audiencia</b>} counts={{ inUse, inReserve }} />
            {sections.length > 1 &&
              sections.map((each) => <CountsRow key={each.name} name={each.name ?? 'Sin sección'} counts={each} />)}
          </tbody>
        </Grid>
      </TableScroll>
      <TextInput
        form={form}
        name="amount"
        label="Cuántos más se usan"
        inputMode="numeric"
        help={bySection ? 'Los siguientes del sorteo, de cada sección la misma parte.' : 'Los siguientes del sorteo.'}
      />
      {isRemoving && (
        <ChangeDialog
          title="Quitar la muestra"
          action="Quitar"
          destructive
          pendingText="Quitando…"
          failed={SAMPLE_TEXTS.removeFailed}
          done={SAMPLE_TEXTS.removed}
          onConfirm={remove}
          onClose={() => setRemoving(false)}
        >
          <b>{campaign.name}</b>: {contacts(inReserve)} dejan la reserva y se pueden segmentar. La semilla queda en la
          auditoría.
        </ChangeDialog>
      )}
    </DialogForm>
  );
}

const CountsRow = ({ name, counts }: { name: ReactNode; counts: { inUse: number; inReserve: number } }) => (
  <tr>
    <td>{name}</td>
    <td data-figures data-align="end">
      {formatCount(counts.inUse)}
    </td>
    <td data-figures data-align="end">
      {formatCount(counts.inReserve)}
    </td>
  </tr>
);

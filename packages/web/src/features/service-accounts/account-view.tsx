import { serviceAccounts } from '@campanero/contract/service-accounts/endpoints';
import {
  SERVICE_KEYS_MAX,
  SERVICE_USE_DAYS,
  type ServiceAccountDetail,
} from '@campanero/contract/service-accounts/schemas';
import { formatDateTime, formatDay, productDay } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import { Button, styled, Typography } from '@mui/material';
import { useState } from 'react';
import { ActionButton } from '../../components/action-button.tsx';
import { ChartCard } from '../../components/chart/chart-card.tsx';
import { Columns } from '../../components/chart/columns.tsx';
import type { ChartData } from '../../components/chart/data.ts';
import { ChangeDialog } from '../../components/form/change-dialog.tsx';
import { IconRefresh } from '../../components/icons.ts';
import { Faint, Figures, Hint, RowName, Stacked } from '../../components/layout.tsx';
import { FactList } from '../../components/page/fact-list.tsx';
import { FigureRows, Section } from '../../components/page/section.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { now } from '../../lib/clock.ts';
import { KeyPrefix } from './account-list.tsx';
import { accountSaved, keyMade } from './api.ts';
import { KeyDialog } from './key-dialog.tsx';
import { accountCampaigns, KEY_FAILED, lastUseText, scopesText, sideText, ACCOUNT_STATE_FAILED } from './texts.ts';

export const AccountFacts = ({ account }: { account: ServiceAccountDetail }) => (
  <FactList
    facts={[
      { label: 'Permisos', value: <Lines texts={account.scopes.map((scope) => scopesText([scope]))} /> },
      { label: 'Lado', value: sideText(account.external) },
      {
        label: 'Campañas',
        value: account.campaigns ? (
          <Lines texts={account.campaigns.map(({ name }) => name)} />
        ) : (
          accountCampaigns(account)
        ),
      },
      {
        label: 'Direcciones',
        value: account.addresses.length > 0 ? <Lines texts={account.addresses} /> : 'Cualquiera',
      },
      { label: 'Vence', value: <bdi>{formatDay(account.expires)}</bdi> },
      { label: 'Último uso', value: <bdi>{lastUseText(account.lastUsedAt)}</bdi>, quiet: account.lastUsedAt === null },
      {
        label: 'Alta',
        value: (
          <>
            <bdi>{formatDateTime(account.createdAt)}</bdi>, {account.createdBy}
          </>
        ),
      },
    ]}
  />
);

const Line = styled('span')({ display: 'block', '& + &': { marginTop: 2 } });
const Lines = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <Line key={text}>
      <bdi>{text}</bdi>
    </Line>
  ));

/** Disabling takes effect with the next request. */
export function AccountStateDialog({ account, onClose }: { account: ServiceAccountDetail; onClose: () => void }) {
  const { id, name, disable } = account;
  const set = useEndpointMutation(serviceAccounts.setState, accountSaved);
  const word = disable ? 'Habilitar' : 'Deshabilitar';
  return (
    <ChangeDialog
      title={`${word} la cuenta`}
      action={word}
      destructive={!disable}
      pendingText={disable ? 'Habilitando…' : 'Deshabilitando…'}
      done={disable ? 'Cuenta habilitada.' : 'Cuenta deshabilitada.'}
      failed={ACCOUNT_STATE_FAILED}
      onConfirm={() => set.mutateAsync({ params: { id }, body: { disable: !disable } })}
      onClose={onClose}
    >
      <Typography>
        <strong>{name}</strong>{' '}
        {disable
          ? 'podrá volver a usar la API con las claves que siguen siendo válidas.'
          : 'deja de poder usar la API desde este momento, con todas sus claves.'}
      </Typography>
    </ChangeDialog>
  );
}

type Key = ServiceAccountDetail['keys'][number];

export function AccountKeys({ account }: { account: ServiceAccountDetail }) {
  const { id, name, version, keys } = account;
  const params = { id };
  const rotate = useEndpointMutation(serviceAccounts.rotate, keyMade);
  const end = useEndpointMutation(serviceAccounts.endKey, { ...accountSaved, evenIfRefused: true });
  const [isRotating, setRotating] = useState(false);
  const [ending, setEnding] = useState<Key>();
  const [made, setMade] = useState<string>();
  return (
    <Section
      title="Claves"
      note="Al rotar, la clave nueva y las anteriores valen un día; después, solo la nueva."
      action={
        <ActionButton
          icon={IconRefresh}
          reason={keys.length >= SERVICE_KEYS_MAX ? `Ya hay ${SERVICE_KEYS_MAX} claves válidas: anule una.` : undefined}
          onClick={() => setRotating(true)}
        >
          {keys.length > 0 ? 'Rotar' : 'Crear clave'}
        </ActionButton>
      }
    >
      {keys.length > 0 && (
        <FigureRows aria-label="Claves">
          {keys.map((key) => (
            <li key={key.id}>
              <div>
                <RowName>
                  <KeyPrefix prefix={key.prefix} />
                </RowName>
                <Hint>{keyText(key)}</Hint>
              </div>
              {key.validUntil && (
                <Faint>
                  Hasta el <bdi>{formatDateTime(key.validUntil)}</bdi>
                </Faint>
              )}
              <Button
                variant="text"
                size="small"
                sx={{ marginInlineStart: 'auto' }}
                aria-label={`Anular la clave ${key.prefix}`}
                onClick={() => setEnding(key)}
              >
                Anular
              </Button>
            </li>
          ))}
        </FigureRows>
      )}
      <ChangeDialog
        open={isRotating}
        title={keys.length > 0 ? 'Rotar la clave' : 'Crear una clave'}
        action={keys.length > 0 ? 'Rotar y ver la clave' : 'Crear y ver la clave'}
        pendingText="Creando…"
        failed={KEY_FAILED}
        onConfirm={async () => setMade((await rotate.mutateAsync({ params, body: { version } })).key)}
        onClose={() => setRotating(false)}
      >
        <Typography>
          {keys.length > 0
            ? `Se crea otra clave para ${name}. Las de hoy siguen valiendo un día: cámbiela en el sistema antes.`
            : `Se crea una clave para ${name}.`}
        </Typography>
      </ChangeDialog>
      <ChangeDialog
        open={ending !== undefined}
        title="Anular la clave"
        action="Anular"
        destructive
        pendingText="Anulando…"
        done="Clave anulada."
        failed={KEY_FAILED}
        onConfirm={() => end.mutateAsync({ params: { id, keyId: ending!.id } })}
        onClose={() => setEnding(undefined)}
      >
        <Typography>
          La clave que empieza con <strong>{ending?.prefix}</strong> deja de valer en este momento. No se puede
          deshacer.
        </Typography>
      </ChangeDialog>
      {made && <KeyDialog name={name} value={made} onDone={() => setMade(undefined)} />}
    </Section>
  );
}

const keyText = ({ createdAt, createdBy, lastUsedAt, lastAddress }: Key) =>
  [
    `Creada el ${formatDateTime(createdAt)} por ${createdBy}`,
    lastUsedAt ? `último uso ${formatDateTime(lastUsedAt)}, desde ${lastAddress}` : 'nunca se usó',
  ].join(' · ');

const DAY_MS = 86_400_000;

/** Every day of the month shown, also those without requests. */
function chartOf(days: ServiceAccountDetail['days'], today: number): ChartData {
  const byDay = new Map(days.map((each) => [each.day, each]));
  const shown = Array.from({ length: SERVICE_USE_DAYS }, (_, at) =>
    productDay(new Date(today - (SERVICE_USE_DAYS - 1 - at) * DAY_MS)),
  );
  return {
    axis: 'Día',
    unit: 'count',
    additive: true,
    series: [
      { key: 'answered', name: 'Respondidas', slot: 1 },
      { key: 'refused', name: 'Con error', slot: 2 },
    ],
    categories: shown.map((day) => {
      const { calls = 0, refused = 0 } = byDay.get(day) ?? {};
      return { key: day, label: formatDay(day).slice(0, 5), name: formatDay(day), values: [calls - refused, refused] };
    }),
  };
}

export function AccountUse({ account: { days, routes } }: { account: ServiceAccountDetail }) {
  return (
    <Stacked>
      <ChartCard
        title="Solicitudes por día"
        data={chartOf(days, now())}
        legend="totals"
        emptyText="Sin solicitudes en los últimos 30 días."
      >
        {(visible) => <Columns title="Solicitudes por día" data={visible} stacked />}
      </ChartCard>
      {routes.length > 0 && (
        <Section
          title="Qué usa"
          note="En los últimos 30 días. Cada hora queda en la auditoría, con el nombre de la cuenta."
        >
          <FigureRows aria-label="Qué usa">
            {routes.map(({ route, calls, refused }) => (
              <li key={route}>
                <div>
                  <bdi dir="ltr">{route}</bdi>
                </div>
                <Figures>
                  {formatCount(calls)}
                  {refused > 0 && <Faint component="span"> · {formatCount(refused)} con error</Faint>}
                </Figures>
              </li>
            ))}
          </FigureRows>
        </Section>
      )}
    </Stacked>
  );
}

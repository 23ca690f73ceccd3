import { personalData } from '@campanero/contract/personal-data/endpoints';
import {
  type DataRequest,
  kindsInWords,
  REMOVED_TEXT,
  REQUEST_CHANNELS,
  REQUEST_KINDS,
  REQUEST_STATES,
} from '@campanero/contract/personal-data/request-schemas';
import { formatDateTime, formatDay } from '@campanero/contract/shared/dates';
import { Box, Button, Link } from '@mui/material';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { ChangeDialog } from '../../components/form/change-dialog.tsx';
import { type Fact, FactList } from '../../components/page/fact-list.tsx';
import { Section } from '../../components/page/section.tsx';
import { useNow } from '../../lib/clock.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { notify } from '../../lib/snackbar.ts';
import { DATA_REQUEST_FAILED, requestSaved, useChangeRequest } from './api.ts';
import { FindPerson } from './find-person.tsx';
import { dueText, identificationText } from './request-words.tsx';

const notTied = ({ state }: DataRequest) => (state === 'ABIERTO' ? 'Sin indicar todavía' : 'No se indicó');

const doneText = ({ kinds }: DataRequest): string =>
  kinds
    .flatMap(({ kind, doneAt }) => (doneAt === null ? [] : [`${REQUEST_KINDS[kind]}, el ${formatDateTime(doneAt)}`]))
    .join('; ') || 'Nada';

const linked = (to: string, words: string) => (
  <Link component={RouterLink} to={to}>
    {words}
  </Link>
);

type Links = { personLink: (personId: number) => string; exportLink: (exportId: string) => string };

export function RequestFacts({ request, personLink, exportLink }: { request: DataRequest } & Links) {
  const now = useNow();
  const facts: Fact[] = [
    { label: 'Tipo', value: kindsInWords(request.kinds) },
    { label: 'Canal', value: REQUEST_CHANNELS[request.channel] },
    { label: 'Recibido', value: formatDay(request.receivedOn) },
    { label: 'Vence', value: `${formatDay(request.dueOn)} · ${dueText(request, now)}` },
    { label: 'Quién lo pide', value: request.asker },
    { label: 'Contacto', value: request.contact || '—' },
    {
      label: 'Persona',
      value: request.person
        ? linked(personLink(request.person.id), request.person.name ?? `Persona ${request.person.id}`)
        : notTied(request),
      quiet: request.person === null,
    },
    { label: 'Identificación', value: identificationText(request), quiet: request.identification === null },
    { label: 'En sus palabras', value: <Box sx={{ whiteSpace: 'pre-line' }}>{request.detail || '—'}</Box> },
    { label: 'Atiende', value: request.attendedBy?.name ?? 'Nadie todavía', quiet: request.attendedBy === null },
    { label: 'Registró', value: `${request.createdBy.name}, el ${formatDateTime(request.createdAt)}` },
  ];
  if (request.answeredAt !== null)
    facts.push(
      { label: 'Estado', value: REQUEST_STATES[request.state] },
      { label: 'Hecho', value: doneText(request), quiet: request.kinds.every(({ doneAt }) => doneAt === null) },
      ...(request.undoneReason ? [{ label: 'Por qué, sin hacer todo', value: request.undoneReason }] : []),
      { label: 'Respuesta', value: <Box sx={{ whiteSpace: 'pre-line' }}>{request.answer}</Box> },
      { label: 'Respondió', value: `${request.answeredBy?.name ?? ''}, el ${formatDateTime(request.answeredAt)}` },
    );
  if (request.answeredAt !== null && request.exportId)
    facts.push({ label: 'Informe', value: linked(exportLink(request.exportId), 'Informe entregado') });
  return (
    <Section title="El pedido">
      <Box sx={{ px: 4, pb: 4 }}>
        <FactList facts={facts} />
      </Box>
    </Section>
  );
}

export function AttendButton({ request, ownId }: { request: DataRequest; ownId: number | undefined }) {
  const change = useChangeRequest(DATA_REQUEST_FAILED);
  const isMine = request.attendedBy?.id === ownId;
  const handleClick = () =>
    change.mutate({ params: { id: request.id }, body: { attend: !isMine, version: request.version } });
  return (
    <Button onClick={handleClick} disabled={change.isPending} aria-busy={change.isPending}>
      {isMine ? 'Dejar de atenderlo' : 'Atenderlo yo'}
    </Button>
  );
}

export function RemoveRequester({ request }: { request: DataRequest }) {
  const forget = useEndpointMutation(personalData.removeRequester, requestSaved);
  const [isAsking, setAsking] = useState(false);
  if (request.asker === REMOVED_TEXT) return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>Quitar quién lo pidió</Button>
      <ChangeDialog
        open={isAsking}
        title="¿Quitar quién hizo este pedido?"
        action="Quitar"
        destructive
        pendingText="Quitando…"
        done="Los datos de quien hizo el pedido se quitaron."
        failed={DATA_REQUEST_FAILED}
        onConfirm={() => forget.mutateAsync({ params: { id: request.id }, body: { version: request.version } })}
        onClose={() => setAsking(false)}
      >
        Se borran el nombre, el contacto, lo que pidió y lo que se respondió. Quedan el tipo, las fechas, quién lo
        atendió y el resultado. No se puede deshacer.
      </ChangeDialog>
    </>
  );
}

export function RequestPerson({ request, personLink }: { request: DataRequest } & Pick<Links, 'personLink'>) {
  const change = useChangeRequest();
  const [asked, setAsked] = useState('');
  const tie = (personId: number) =>
    change.mutate(
      { params: { id: request.id }, body: { personId, version: request.version } },
      {
        onError: (error) =>
          notify.error(
            (error instanceof ApiError && error.fields['personId']) || errorText(error, DATA_REQUEST_FAILED),
          ),
      },
    );
  return (
    <FindPerson
      title="¿De quién son los datos?"
      begin={request.asker}
      asked={asked}
      onAsk={setAsked}
      linkTo={personLink}
      renderAction={({ id, name }) => (
        <Button
          size="small"
          aria-label={`Vincular con ${name || 'la persona sin nombre'}`}
          aria-busy={change.isPending}
          onClick={change.isPending ? undefined : () => tie(id)}
        >
          Vincular
        </Button>
      )}
    />
  );
}

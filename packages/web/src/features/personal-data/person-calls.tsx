import { personalData } from '@campanero/contract/personal-data/endpoints';
import type { HeldCall } from '@campanero/contract/personal-data/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { Box } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { StateChip } from '../../components/state-chip.tsx';
import { endpointQuery } from '../../lib/queries.ts';
import { personScope, sliceQuery } from './api.ts';
import { FIRST_SLICE, PagedSection } from './paged-section.tsx';
import { CALLS_FAILED } from './texts.ts';

interface PersonCallsProps {
  personId: number;
  linkTo: (call: HeldCall) => string;
}

/** Every call to the person, newest first, with all that was registered on it. */
export function PersonCalls({ personId, linkTo }: PersonCallsProps) {
  const [slice, setSlice] = useState(FIRST_SLICE);
  const input = { params: { id: personId }, query: sliceQuery(slice) };
  const answer = useQuery(
    endpointQuery(personScope(personId), personalData.calls, input, { placeholderData: keepPreviousData }),
  );
  return (
    <PagedSection
      title="Llamados"
      answer={answer}
      slice={slice}
      onSlice={setSlice}
      empty="No está en ninguna campaña."
      failed={CALLS_FAILED}
    >
      {answer.data?.calls.map((call) => (
        <CallRow key={call.id} call={call} to={linkTo(call)} />
      ))}
    </PagedSection>
  );
}

const AFFINITIES: Record<number, string> = { 1: 'neutra', 2: 'positiva', 3: 'negativa' };

function CallRow({ call, to }: { call: HeldCall; to: string }) {
  return (
    <li>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' }}>
        <b>
          <Link to={to}>{call.campaign.name}</Link>
        </b>
        <StateChip name={call.stateName} color={call.stateColor} />
        {call.substateName && <span className="quiet">{call.substateName}</span>}
      </Box>
      <p>
        <bdi>{formatPhone(call.number)}</bdi> · En la campaña desde el {formatDateTime(call.createdAt)} ·{' '}
        {call.operatorName ? `Operador: ${call.operatorName}` : 'Sin operador'}
      </p>
      {!call.isOwn && <p>El llamado es a otra persona en este número; esta persona atendió.</p>}
      {call.callbackAt && <p>Rellamado: {formatDateTime(call.callbackAt)}</p>}
      {call.observations && <p>Nota: {call.observations}</p>}
      {call.outcomes.length > 0 && (
        <Box component="ol" aria-label="Resultados" sx={{ m: 0, mt: 1.5, paddingInlineStart: 4, listStyle: 'none' }}>
          {call.outcomes.map((outcome) => (
            <Box
              component="li"
              key={outcome.id}
              sx={(theme) => ({ borderInlineStart: `2px solid ${theme.palette.divider}`, px: 3, py: 1 })}
            >
              <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' }}>
                <Box component="time" dateTime={outcome.at} sx={{ fontVariantNumeric: 'tabular-nums' }}>
                  {formatDateTime(outcome.at)}
                </Box>
                <StateChip name={outcome.stateName} color={outcome.stateColor} />
                <span className="quiet">
                  {[
                    outcome.substateName,
                    outcome.userName,
                    outcome.affinity !== null && `comunicación ${AFFINITIES[outcome.affinity]}`,
                    outcome.isCorrected && 'corregido después',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </Box>
              {outcome.isOfOther && <p>Atendió otra persona en este número: lo que dijo es suyo.</p>}
              {outcome.callbackAt && <p>Rellamado: {formatDateTime(outcome.callbackAt)}</p>}
              {outcome.observations && <p>{outcome.observations}</p>}
              {outcome.reason && <p>Motivo de la corrección: {outcome.reason}</p>}
            </Box>
          ))}
        </Box>
      )}
    </li>
  );
}

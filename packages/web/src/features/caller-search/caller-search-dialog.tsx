import { calls } from '@campanero/contract/calls/endpoints';
import type { foundCalls } from '@campanero/contract/calls/schemas';
import { FOUND_CALLS_MAX, SEARCH_DEBOUNCE_MS } from '@campanero/contract/limits';
import { formatDate } from '@campanero/contract/shared/dates';
import { formatCounted, formatPhone } from '@campanero/contract/shared/numbers';
import { normalisePhone } from '@campanero/contract/shared/phone';
import { DialogContent, styled, Typography } from '@mui/material';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { useDebounced } from '../../components/fields/search-input.tsx';
import { LabelledInput } from '../../components/fields/text-input.tsx';
import { DialogFrame } from '../../components/form/dialogs.tsx';
import { IconChevronRight } from '../../components/icons.ts';
import { Faint, PlainList } from '../../components/layout.tsx';
import { ErrorState } from '../../components/page/messages.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { errorText } from '../../lib/errors.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { useShortcutPause } from '../../lib/shortcuts.ts';
import { focusRing } from '../../theme/components/controls.ts';

/** Only the pages know their addresses. */
export type CallLinks = { linkTo: (campaignId: number, callId: number, number: string) => string };

/** Fewer match too many. */
const DIGITS_MIN = 4;
const NATIONAL_DIGITS = 10;
/** It may have been called a moment ago. */
const FRESH = { placeholderData: keepPreviousData, staleTime: 0, gcTime: 0 };

/** "+54 9 11 5550-2847", "011 15 5550-2847", "2847" */
export function wantedDigits(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '');
  return digits.length > NATIONAL_DIGITS ? (normalisePhone(typed)?.number ?? digits) : digits;
}

export function CallerSearchDialog({ linkTo, onClose }: CallLinks & { onClose: () => void }) {
  const body = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const digits = wantedDigits(typed);
  const settled = useDebounced(digits, SEARCH_DEBOUNCE_MS);
  const isEnough = digits.length >= DIGITS_MIN;
  const search = endpointQuery('caller-search', calls.search, { query: { number: settled } }, FRESH);
  const result = useQuery({ ...search, enabled: settled.length >= DIGITS_MIN });
  useShortcutPause();
  return (
    <DialogFrame title="¿Quién está devolviendo la llamada?" width={640} hasClose isHigh onClose={onClose}>
      <DialogContent
        ref={body}
        onKeyDown={(event) => body.current && moveAmongLinks(event, body.current)}
        sx={{ display: 'grid', gridTemplateRows: 'auto 1fr', gap: 3 }}
      >
        <LabelledInput
          label="Número"
          help="Cuatro cifras o más: el comienzo o el final del número."
          autoFocus
          type="tel"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <FoundCalls
          digits={settled}
          // No results of other digits.
          result={isEnough ? result : undefined}
          isWaiting={isEnough && (settled !== digits || result.isFetching)}
          linkTo={linkTo}
          onFollow={onClose}
        />
      </DialogContent>
    </DialogFrame>
  );
}

/** Arrow keys move between field and results; Enter in the field opens the first. */
function moveAmongLinks(event: KeyboardEvent, body: HTMLElement): void {
  const links = [...body.querySelectorAll<HTMLElement>('a')];
  const field = body.querySelector('input');
  const place = links.indexOf(document.activeElement as HTMLElement);
  if (event.key === 'Enter' && event.target === field) links[0]?.click();
  else if (event.key === 'ArrowDown') links[Math.min(place + 1, links.length - 1)]?.focus();
  else if (event.key === 'ArrowUp' && event.target !== field) (links[place - 1] ?? field)?.focus();
  else return;
  event.preventDefault();
}

export type FoundCall = z.infer<typeof foundCalls>[number];

const List = styled(PlainList)(({ theme }) => ({
  '&[aria-busy="true"]': { opacity: 0.6 },
  '& li + li': { borderTop: `1px solid ${theme.palette.line.soft}` },
}));

const Found = styled(Link)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 18px',
  alignItems: 'center',
  gap: '2px 12px',
  minHeight: '3.5rem',
  padding: '8px 10px',
  borderRadius: theme.radius.control,
  color: theme.palette.text.primary,
  textDecoration: 'none',
  '&:hover': { background: theme.palette.surface.raisedHover },
  '&:focus-visible': { ...focusRing(theme), outlineOffset: -2, background: theme.palette.surface.raisedHover },
  '& > svg': { color: theme.palette.text.disabled },
  '& > span > span': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 10, rowGap: 2 },
  '& bdi': { fontWeight: 600, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  '& small': { ...theme.typography.body2, display: 'block', color: theme.palette.text.secondary },
}));

const lastCallText = (at: string | null) => (at === null ? 'Sin llamados' : `Último llamado: ${formatDate(at)}`);

interface FoundCallsProps extends CallLinks {
  digits: string;
  result: UseQueryResult<FoundCall[]> | undefined;
  isWaiting: boolean;
  onFollow: () => void;
}

function FoundCalls({ digits, result, isWaiting, linkTo, onFollow }: FoundCallsProps) {
  const found = result?.data;
  if (result?.error && !found)
    return <ErrorState message={errorText(result.error)} onRetry={() => void result.refetch()} />;
  return (
    <div>
      <VisuallyHidden role="status">{found && !isWaiting ? foundText(found.length) : ''}</VisuallyHidden>
      {found?.length === 0 && !isWaiting && (
        <Typography color="textSecondary" aria-hidden>
          {NOBODY_FOUND}
        </Typography>
      )}
      {found && found.length > 0 && (
        <List aria-label="Contactos encontrados" aria-busy={isWaiting}>
          {found.map((call) => (
            <li key={call.callId}>
              <Found to={linkTo(call.campaignId, call.callId, call.number)} onClick={onFollow}>
                <span>
                  <span>
                    <MarkedPhone number={call.number} digits={digits} />
                    <span>{call.name || 'Sin nombre'}</span>
                    <StateChip name={call.stateName} color={call.stateColor} />
                  </span>
                  <small>
                    {[call.campaignName, call.userName ?? 'Sin operador', lastCallText(call.lastCallAt)].join(' · ')}
                  </small>
                </span>
                <IconChevronRight size={18} stroke={1.75} aria-hidden />
              </Found>
            </li>
          ))}
        </List>
      )}
      {found?.length === FOUND_CALLS_MAX && <Faint sx={{ pt: 2 }}>Hay más coincidencias: escriba más cifras.</Faint>}
    </div>
  );
}

const Mark = styled('mark')(({ theme }) => ({
  background: theme.palette.soft.primary.bg,
  color: theme.palette.soft.primary.text,
  borderRadius: 3,
}));

export function MarkedPhone({ number, digits }: { number: string; digits: string }) {
  const from = number.startsWith(digits) ? 0 : number.length - digits.length;
  const isFound = number.startsWith(digits) || number.endsWith(digits);
  if (!isFound) return <bdi>{formatPhone(number)}</bdi>;
  const [before, marked, after] = cutAtDigits(formatPhone(number), [from, from + digits.length]);
  return (
    <bdi>
      {before}
      <Mark>{marked}</Mark>
      {after}
    </bdi>
  );
}

/** Splits a formatted number by digits; a space at a cut is not marked. */
function cutAtDigits(spaced: string, [from, to]: [number, number]): [string, string, string] {
  const places = [...spaced.matchAll(/\d/g)].map(({ index }) => index);
  const [begin, end] = [places[from] ?? 0, (places[to - 1] ?? -1) + 1];
  return [spaced.slice(0, begin), spaced.slice(begin, end), spaced.slice(end)];
}

const NOBODY_FOUND = 'Nadie con ese número en sus campañas.';

const foundText = (count: number) =>
  count === 0 ? NOBODY_FOUND : formatCounted(count, 'contacto encontrado', 'contactos encontrados');

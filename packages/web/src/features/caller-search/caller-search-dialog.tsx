import { calls } from '@campanero/contract/calls/endpoints';
import { SEARCH_DEBOUNCE_MS } from '@campanero/contract/limits';
import { normalisePhone } from '@campanero/contract/shared/phone';
import { Dialog, DialogContent, DialogTitle } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useDebounced } from '../../components/fields/search-input.tsx';
import { LabelledInput } from '../../components/fields/text-input.tsx';
import { DialogClose } from '../../components/form/dialogs.tsx';
import { endpointQuery } from '../../lib/queries.ts';
import { useShortcutPause } from '../../lib/shortcuts.ts';
import { FoundCalls, type CallLinks } from './found-calls.tsx';

interface CallerSearchDialogProps extends CallLinks {
  onClose: () => void;
}

/** Fewer would match half the country. */
const DIGITS_MIN = 4;
const NATIONAL_DIGITS = 10;

/** What to look for, as typed or as a telephone shows it: "+54 9 11 5550-2847", "011 15 5550-2847", "2847". */
export function wantedDigits(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '');
  return digits.length > NATIONAL_DIGITS ? (normalisePhone(typed)?.number ?? digits) : digits;
}

/** Type the number, walk down with the arrows, Enter: the contact page. Nothing here needs the mouse. */
export function CallerSearchDialog({ linkTo, onClose }: CallerSearchDialogProps) {
  const titleId = useId();
  const body = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const digits = wantedDigits(typed);
  const settled = useDebounced(digits, SEARCH_DEBOUNCE_MS);
  const isEnough = digits.length >= DIGITS_MIN;
  const result = useQuery(
    endpointQuery(
      'caller-search',
      calls.search,
      { query: { number: settled } },
      {
        enabled: settled.length >= DIGITS_MIN,
        placeholderData: keepPreviousData,
        // Somebody may have called that number a moment ago.
        staleTime: 0,
        gcTime: 0,
      },
    ),
  );
  useShortcutPause();
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={titleId}
      // Higher than the middle: what is found grows downwards and the field stays where it is.
      slotProps={{
        container: { sx: { alignItems: 'flex-start', pt: { xs: 0, sm: 16 } } },
        paper: { sx: { width: 640, maxWidth: 640 } },
      }}
    >
      <DialogTitle id={titleId} sx={{ paddingInlineEnd: 15 }}>
        ¿Quién está devolviendo la llamada?
      </DialogTitle>
      <DialogClose onClose={onClose} />
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
          // What was found for other digits is no answer to these.
          result={isEnough ? result : undefined}
          isWaiting={isEnough && (settled !== digits || result.isFetching)}
          linkTo={linkTo}
          onFollow={onClose}
        />
      </DialogContent>
    </Dialog>
  );
}

/** Down from the field into what was found, up again from the first; Enter in the field follows the first. */
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

import { FOUND_PERSONS_MAX, type FoundPerson, searchBody } from '@campanero/contract/personal-data/schemas';
import { formatDate } from '@campanero/contract/shared/dates';
import { formatCount, formatPhone } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Field, wireInput } from '../../components/fields/field.tsx';
import { IconSearch } from '../../components/icons.ts';
import { EmptyState, ErrorState } from '../../components/page/messages.tsx';
import { RowLink } from '../../components/table/cells.tsx';
import { ApiError, errorText } from '../../lib/errors.ts';
import { searchQuery } from './api.ts';
import { SEARCH_FAILED } from './texts.ts';

interface FindPersonProps {
  /** What was looked for last; kept by the page, so that Back finds it again. */
  asked: string;
  onAsk: (text: string) => void;
  linkTo: (personId: number) => string;
}

/** One field for whatever the citizen says: number, document, mail or name. */
export function FindPerson({ asked, onAsk, linkTo }: FindPersonProps) {
  const [typed, setTyped] = useState(asked);
  const [fault, setFault] = useState<string>();
  const result = useQuery(searchQuery(asked));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = searchBody.safeParse({ text: typed });
    setFault(read.error?.issues[0]?.message);
    if (!read.success) return;
    if (read.data.text === asked && result.isError) void result.refetch();
    onAsk(read.data.text);
  };
  return (
    <>
      <Paper
        component="form"
        noValidate
        role="search"
        onSubmit={submit}
        sx={{ p: 4, mb: 4, display: 'grid', gap: 2, gridTemplateColumns: { sm: 'minmax(0, 1fr) auto' } }}
      >
        <Field
          label="Número, documento, correo o nombre"
          help="Con o sin puntos, acentos o prefijos; los nombres, en cualquier orden. De un número alcanzan las últimas cuatro cifras."
          error={fault}
        >
          {(wiring) => (
            <OutlinedInput
              {...wireInput(wiring)}
              autoFocus
              fullWidth
              autoComplete="off"
              value={typed}
              inputProps={{ maxLength: 200 }}
              onChange={({ target }) => {
                setTyped(target.value);
                setFault(undefined);
              }}
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="contained"
          aria-busy={result.isFetching}
          startIcon={<IconSearch size={18} stroke={1.75} aria-hidden />}
          // Beside the field, level with it: below the label's line.
          sx={{ alignSelf: 'start', justifySelf: 'start', mt: { sm: '1.6rem' } }}
        >
          {result.isFetching ? 'Buscando…' : 'Buscar'}
        </Button>
      </Paper>
      <div role="status" aria-live="polite">
        {result.data && !result.isFetching && <Found {...result.data} linkTo={linkTo} />}
      </div>
      {result.isError && !result.isFetching && (
        <ErrorState message={failureText(result.error)} onRetry={() => void result.refetch()} />
      )}
    </>
  );
}

const failureText = (error: Error) =>
  error instanceof ApiError && error.code === 'LOOK_TOO_LONG'
    ? 'La búsqueda tardó demasiado y se detuvo. Sea más preciso: agregue el apellido, el documento o el número.'
    : errorText(error, SEARCH_FAILED);

interface FoundProps {
  persons: readonly FoundPerson[];
  hasMore: boolean;
  linkTo: (personId: number) => string;
}

function Found({ persons, hasMore, linkTo }: FoundProps) {
  if (persons.length === 0)
    return (
      <Box sx={{ display: 'grid', justifyItems: 'center' }}>
        <EmptyState
          title="No hay nadie con esos datos"
          reason="Pruebe con el número de teléfono o con menos palabras del nombre."
        />
      </Box>
    );
  return (
    <Paper component="section" aria-label="Personas encontradas">
      <Typography variant="body2" color="textSecondary" sx={{ px: 4, py: 3 }}>
        {hasMore
          ? `Se muestran ${FOUND_PERSONS_MAX} y hay más: sea más preciso.`
          : persons.length === 1
            ? 'Una persona'
            : `${formatCount(persons.length)} personas`}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {persons.map((person) => (
          <Box
            component="li"
            key={person.id}
            sx={(theme) => ({
              position: 'relative',
              px: 4,
              py: 2.5,
              borderTop: `1px solid ${theme.palette.line.soft}`,
              '&:hover': { background: theme.palette.surface.subtle },
            })}
          >
            <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              <RowLink to={linkTo(person.id)}>
                {person.name || (person.isErased ? 'Datos borrados' : 'Sin nombre')}
              </RowLink>
            </Typography>
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {factsOf(person)}
            </Typography>
          </Box>
        ))}
      </Box>
    </Paper>
  );
}

/** What tells two people of one name apart. */
const factsOf = ({ document, birthday, place, numbers }: FoundPerson): string =>
  [
    document && `Documento ${/^\d{6,9}$/.test(document) ? formatCount(Number(document)) : document}`,
    birthday && formatDate(`${birthday}T12:00:00Z`),
    place,
    ...numbers.map((number) => formatPhone(number)),
  ]
    .filter(Boolean)
    .join(' · ') || 'Sin más datos';

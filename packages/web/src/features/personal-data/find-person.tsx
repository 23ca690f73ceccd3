import type { Reply } from '@campanero/contract/endpoint';
import { personalData } from '@campanero/contract/personal-data/endpoints';
import { FOUND_PERSONS_MAX, type FoundPerson, searchBody } from '@campanero/contract/personal-data/schemas';
import { formatDate } from '@campanero/contract/shared/dates';
import { formatCount, formatPhone } from '@campanero/contract/shared/numbers';
import { Button, Paper, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TextInput } from '../../components/fields/text-input.tsx';
import { formProps } from '../../components/form/dialogs.tsx';
import { IconChevronRight, IconSearch } from '../../components/icons.ts';
import { Centered, Grow, Line, Muted, RuledList } from '../../components/layout.tsx';
import { EmptyState, ErrorState } from '../../components/page/messages.tsx';
import { AboveRowLink, followRowLink, RowLink } from '../../components/table/cells.tsx';
import { ApiError, errorText } from '../../lib/errors.ts';
import { useSendForm } from '../../lib/forms.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { dotted } from '../../lib/text/dotted.ts';

interface FindPersonProps {
  title?: string;
  /** The last search; kept by the page, so that Back finds it again. */
  asked: string;
  begin?: string;
  onAsk: (text: string) => void;
  linkTo: (personId: number) => string;
  /** In place of the arrow of a row that leads to the person's page. */
  renderAction?: (person: FoundPerson) => ReactNode;
}

export function FindPerson({ title, asked, begin = asked, onAsk, linkTo, renderAction }: FindPersonProps) {
  // Each search is recorded in the audit: no automatic refetch. Without network it fails at once, since a paused one shows nothing.
  const once = {
    enabled: asked !== '',
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
    networkMode: 'always',
  } as const;
  const result = useQuery(endpointQuery('personal-data', personalData.search, { body: { text: asked } }, once));
  const { form, status } = useSendForm({
    rules: searchBody,
    defaults: { text: begin },
    mode: 'onSubmit',
    send: async ({ text }) => {
      if (text === asked && result.isError) void result.refetch();
      onAsk(text);
    },
    failed: SEARCH_FAILED,
  });
  return (
    <>
      <Paper
        {...formProps(status.submit)}
        role="search"
        sx={{ p: title ? 5 : 4, mb: 4, display: 'grid', gap: 2, gridTemplateColumns: { sm: 'minmax(0, 1fr) auto' } }}
      >
        {title && (
          <Typography variant="h2" sx={{ gridColumn: '1 / -1', mb: 2 }}>
            {title}
          </Typography>
        )}
        <TextInput
          form={form}
          name="text"
          label="Número, documento, correo o nombre"
          help="Con o sin puntos, acentos o prefijos; los nombres, en cualquier orden. De un número alcanzan las últimas cuatro cifras."
          autoFocus={!title}
          inputProps={{ maxLength: 200 }}
        />
        <Button
          type="submit"
          variant={title ? 'outlined' : 'contained'}
          aria-busy={result.isFetching}
          startIcon={<IconSearch size={18} stroke={1.75} aria-hidden />}
          // Level with the field, below its label.
          sx={{ alignSelf: 'start', justifySelf: 'start', mt: { sm: 'calc(1.125rem + 6px)' } }}
        >
          {result.isFetching ? 'Buscando…' : 'Buscar'}
        </Button>
      </Paper>
      <div role="status" aria-live="polite">
        {result.data && !result.isFetching && <Found {...result.data} linkTo={linkTo} renderAction={renderAction} />}
      </div>
      {result.isError && !result.isFetching && (
        <Centered component={Paper} sx={NO_RESULT}>
          <ErrorState message={failureText(result.error)} onRetry={() => void result.refetch()} />
        </Centered>
      )}
    </>
  );
}

const NO_RESULT = { minHeight: 240, mb: 4 };
const SEARCH_FAILED = 'No fue posible buscar. Inténtelo de nuevo o contacte con el soporte.';

const failureText = (error: Error) =>
  error instanceof ApiError && error.code === 'LOOK_TOO_LONG'
    ? 'La búsqueda tardó demasiado y se detuvo. Sea más preciso: agregue el apellido, el documento o el número.'
    : errorText(error, SEARCH_FAILED);

type FoundProps = Reply<typeof personalData.search> & Pick<FindPersonProps, 'linkTo' | 'renderAction'>;

function Found({ persons, hasMore, linkTo, renderAction }: FoundProps) {
  if (persons.length === 0)
    return (
      <Centered component={Paper} sx={NO_RESULT}>
        <EmptyState
          title="No hay nadie con esos datos"
          reason="Pruebe con el número de teléfono o con menos palabras del nombre."
        />
      </Centered>
    );
  return (
    <Paper component="section" aria-label="Personas encontradas" sx={{ mb: 4 }}>
      <Muted sx={{ px: 4, py: 3 }}>
        {hasMore
          ? `Se muestran ${FOUND_PERSONS_MAX} y hay más: sea más preciso.`
          : persons.length === 1
            ? 'Una persona'
            : `${formatCount(persons.length)} personas`}
      </Muted>
      <RuledList>
        {persons.map((person) => (
          <Line
            component="li"
            key={person.id}
            onClick={followRowLink}
            gap={3}
            sx={{
              position: 'relative',
              px: 4,
              py: 2.5,
              cursor: 'pointer',
              '&:hover': { bgcolor: 'action.hover' },
              '& > svg': { flex: 'none', color: 'text.disabled' },
            }}
          >
            <Grow>
              <Typography sx={{ fontWeight: 600 }}>
                <RowLink to={linkTo(person.id)}>
                  {person.name || (person.isErased ? 'Datos borrados' : 'Sin nombre')}
                </RowLink>
              </Typography>
              <Muted>{factsOf(person)}</Muted>
            </Grow>
            {renderAction ? (
              <AboveRowLink>{renderAction(person)}</AboveRowLink>
            ) : (
              <IconChevronRight size={18} stroke={1.75} aria-hidden />
            )}
          </Line>
        ))}
      </RuledList>
    </Paper>
  );
}

const factsOf = ({ document, birthday, place, numbers }: FoundPerson): string =>
  dotted(
    document && `Documento ${/^\d{6,9}$/.test(document) ? formatCount(Number(document)) : document}`,
    birthday && formatDate(`${birthday}T12:00:00Z`),
    place,
    // Lines do not break within a number.
    ...numbers.map((number) => formatPhone(number).replaceAll(' ', '\u00a0')),
  ) || 'Sin más datos';

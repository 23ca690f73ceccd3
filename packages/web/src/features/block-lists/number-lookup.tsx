import { blockLists } from '@campanero/contract/block-lists/endpoints';
import {
  LIST_KIND_NAMES,
  type NumberBlocks,
  phoneNumber,
  removalReason,
} from '@campanero/contract/block-lists/schemas';
import { formatDate } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { Box, Button, OutlinedInput, Paper, Typography } from '@mui/material';
import { useState } from 'react';
import { Field, wireInput } from '../../components/fields/field.tsx';
import { ChangeDialog } from '../../components/form/change-dialog.tsx';
import { formProps } from '../../components/form/dialogs.tsx';
import { Inline, Muted } from '../../components/layout.tsx';
import { ApiError, errorText } from '../../lib/errors.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { LOOKUP_FAILED, REMOVE_FAILED } from './texts.ts';

export function NumberLookup() {
  const [typed, setTyped] = useState('');
  const lookUp = useEndpointMutation(blockLists.lookUp);
  const [found, setFound] = useState<NumberBlocks>();
  const [fault, setFault] = useState<string>();
  const error = fault ?? (lookUp.error ? wordsOf(lookUp.error) : undefined);
  const search = () => {
    const read = phoneNumber.safeParse(typed);
    setFault(read.error?.issues[0]?.message);
    setFound(undefined);
    if (read.success) lookUp.mutate({ query: { number: read.data } }, { onSuccess: setFound });
  };
  return (
    <Paper {...formProps(search)} role="search" aria-label="Buscar un número" sx={{ p: { xs: 4, sm: 5 }, mb: 5 }}>
      <Field label="Buscar un número" error={error} help="En cualquier notación, con su código de área.">
        {(wiring) => (
          <Inline sx={{ alignItems: 'stretch' }}>
            <OutlinedInput
              {...wireInput(wiring)}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              inputMode="tel"
              autoComplete="off"
              placeholder="011 4555-1234"
              sx={{ flex: '1 1 14rem', maxWidth: 320 }}
            />
            <Button type="submit" variant="outlined" aria-busy={lookUp.isPending}>
              Buscar
            </Button>
          </Inline>
        )}
      </Field>
      <div role="status">{found && <Found found={found} onChange={setFound} />}</div>
    </Paper>
  );
}

const wordsOf = (error: Error) =>
  (error instanceof ApiError && Object.values(error.fields)[0]) || errorText(error, LOOKUP_FAILED);

function Found({ found, onChange }: { found: NumberBlocks; onChange: (found: NumberBlocks) => void }) {
  const { number, lists, own } = found;
  const [leaving, setLeaving] = useState<NumberBlocks['lists'][number]>();
  const remove = useEndpointMutation(blockLists.removeNumber, { refetches: ['block-lists'] });
  return (
    <>
      <Typography sx={{ mt: 4, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        <bdi>{formatPhone(number)}</bdi>
      </Typography>
      {own && (
        <Typography sx={{ mt: 1 }}>
          Bloqueado en todas las campañas desde el {formatDate(own.at)}. {own.reason}
        </Typography>
      )}
      {lists.length === 0 && (
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          No está en ninguna lista de bloqueo{own ? '.' : ' y nada lo bloquea.'}
        </Typography>
      )}
      {lists.map((list) => (
        <Inline key={list.listId} sx={{ mt: 2, columnGap: 3, rowGap: 1 }}>
          <Box sx={{ flex: '1 1 18rem', minWidth: 0, overflowWrap: 'anywhere' }}>
            <b>{list.name}</b> ({LIST_KIND_NAMES[list.kind]})
            <Muted>
              Desde el {formatDate(list.at)}, por una carga de {list.by}. Bloquea en las campañas que respetan las
              listas.
            </Muted>
          </Box>
          <Button color="error" onClick={() => setLeaving(list)}>
            Quitar de la lista
          </Button>
        </Inline>
      ))}
      {leaving && (
        <ChangeDialog
          title="Quitar el número de la lista"
          action="Quitar número"
          pendingText="Quitando…"
          destructive
          schema={removalReason}
          done="El número ya no está en la lista."
          failed={REMOVE_FAILED}
          onConfirm={async (reason) =>
            onChange(await remove.mutateAsync({ params: { id: leaving.listId }, body: { number, reason } }))
          }
          onClose={() => setLeaving(undefined)}
        >
          <strong>
            <bdi>{formatPhone(number)}</bdi>
          </strong>{' '}
          deja de estar en «{leaving.name}». Si una próxima carga lo trae, vuelve a quedar bloqueado.
        </ChangeDialog>
      )}
    </>
  );
}

import { type RememberedSpelling, spellingBody } from '@campanero/contract/loads/spellings';
import type { PlaceChoice } from '@campanero/contract/lookups/schemas';
import { formatDate } from '@campanero/contract/shared/dates';
import { Box, TableCell, TableRow, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LabelledInput } from '../../../components/fields/text-input.tsx';
import { formProps } from '../../../components/form/dialogs.tsx';
import { RefusalNote } from '../../../components/form/form-note.tsx';
import { SubmitButton } from '../../../components/action-button.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { IconX } from '../../../components/icons.ts';
import { Hint } from '../../../components/layout.tsx';
import { DelayedSkeleton } from '../../../components/page/page-header.tsx';
import { errorText } from '../../../lib/errors.ts';
import { spellingsQuery, useForgetSpelling, useRememberSpelling } from '../api.ts';
import { ListDialog, LookupTable } from '../list-dialog.tsx';
import { REMEMBER_FAILED, SPELLINGS_FAILED } from '../texts.ts';

const NOTHING_TYPED = { name: '', districtId: '', sectionId: '', subsectionId: '' };

type PlacePicker = (place: PlaceChoice, onChange: (place: PlaceChoice) => void) => ReactNode;

export function SpellingsDialog({ renderPlace, onClose }: { renderPlace: PlacePicker; onClose: () => void }) {
  const { data, isError } = useQuery(spellingsQuery());
  return (
    <ListDialog
      title="Lugares recordados"
      label="Formas recordadas"
      intro={
        <>
          Formas de escribir un lugar que todas las cargas entienden como su nombre oficial.
          <SpellingForm renderPlace={renderPlace} />
        </>
      }
      onClose={onClose}
    >
      {isError && (
        <Typography role="alert" color="error" sx={{ px: 6, py: 4 }}>
          {SPELLINGS_FAILED}
        </Typography>
      )}
      {!data && !isError && <DelayedSkeleton height={120} sx={{ mx: 6, my: 4 }} />}
      {data?.length === 0 && (
        <Typography color="textSecondary" sx={{ px: 6, py: 4 }}>
          Todavía no se recuerda ninguna.
        </Typography>
      )}
      {data && data.length > 0 && <Spellings list={data} />}
    </ListDialog>
  );
}

function Spellings({ list }: { list: readonly RememberedSpelling[] }) {
  const forget = useForgetSpelling();
  return (
    <LookupTable heads={['Como está escrito', 'Lugar oficial', 'Lo recordó', '']}>
      {list.map(({ id, name, place, within, userName, createdAt }) => (
        <TableRow key={id}>
          <TableCell component="th" scope="row">
            {name}
          </TableCell>
          <TableCell>
            {place}
            {within && <Hint>{within}</Hint>}
          </TableCell>
          <TableCell sx={{ color: 'text.secondary' }}>
            {userName}
            <Hint>
              <bdi>{formatDate(createdAt)}</bdi>
            </Hint>
          </TableCell>
          <TableCell align="right" sx={{ width: '3rem', '&&': { py: 1 } }}>
            <IconAction
              size="small"
              label={`Olvidar «${name}»`}
              isOff={forget.isPending}
              onClick={() => forget.mutate({ params: { id } })}
              tooltip="Olvidar"
              icon={IconX}
            />
          </TableCell>
        </TableRow>
      ))}
    </LookupTable>
  );
}

function SpellingForm({ renderPlace }: { renderPlace: PlacePicker }) {
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const remember = useRememberSpelling();
  const asked = spellingBody.safeParse({
    ...typed,
    sectionId: typed.sectionId || null,
    subsectionId: typed.subsectionId || null,
  });
  const submit = () => {
    if (asked.success && !remember.isPending)
      remember.mutate({ body: asked.data }, { onSuccess: () => setTyped(NOTHING_TYPED) });
  };
  return (
    <Box
      {...formProps(submit)}
      aria-label="Recordar una forma"
      sx={{ mt: 4, display: 'grid', gap: 4, color: 'text.primary' }}
    >
      <LabelledInput
        label="Como aparece en los archivos"
        size="small"
        placeholder="La Boca"
        value={typed.name}
        onChange={({ target }) => setTyped({ ...typed, name: target.value })}
      />
      {renderPlace(typed, (place) => setTyped({ ...typed, ...place }))}
      <RefusalNote>{remember.error ? errorText(remember.error, REMEMBER_FAILED) : undefined}</RefusalNote>
      <div>
        <SubmitButton
          size="small"
          reason={asked.error?.issues[0]?.message}
          isPending={remember.isPending}
          pendingText="Recordando…"
        >
          Recordar
        </SubmitButton>
      </div>
    </Box>
  );
}

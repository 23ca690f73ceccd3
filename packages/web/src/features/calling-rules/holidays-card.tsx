import { type Holiday, HOLIDAY_KINDS } from '@campanero/contract/calling-rules/schemas';
import { formatDay, productDay } from '@campanero/contract/shared/dates';
import { Box, Button, Paper, styled, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { IconAction } from '../../components/icon-action.tsx';
import { ActionButton } from '../../components/action-button.tsx';
import { IconPencil, IconPlus } from '../../components/icons.ts';
import { Hint, Inline, Muted } from '../../components/layout.tsx';
import { useNow } from '../../lib/clock.ts';
import { weekdayName } from '../../lib/text/when.ts';
import { HolidayDialog } from './holiday-dialog.tsx';

const List = styled('ul')(({ theme: { palette, typography } }) => ({
  ...typography.body2,
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '5.75rem minmax(0, 1fr) auto',
    columnGap: 12,
    alignItems: 'center',
    minHeight: '3rem',
    paddingBlock: '0.375rem',
    paddingInline: '1.5rem 0.75rem',
    borderTop: `1px solid ${palette.divider}`,
  },
  '& > [data-past]': { color: palette.text.disabled },
}));

export function HolidaysCard({ holidays }: { holidays: readonly Holiday[] }) {
  const titleId = useId();
  const today = productDay(useNow());
  const [showsPast, setShowsPast] = useState(false);
  /** Undefined: no dialog; null: a new one. */
  const [edited, setEdited] = useState<Holiday | null>();
  const past = holidays.filter(({ day }) => day < today);
  const shown = showsPast ? holidays : holidays.filter(({ day }) => day >= today);
  return (
    <Paper component="section" aria-labelledby={titleId}>
      <Inline sx={{ px: { xs: 4, sm: 6 }, py: 4 }}>
        <Typography variant="h2" id={titleId}>
          Feriados
        </Typography>
        <ActionButton
          size="small"
          icon={IconPlus}
          stroke={2}
          onClick={() => setEdited(null)}
          sx={{ marginInlineStart: 'auto' }}
        >
          Agregar feriado
        </ActionButton>
        <Muted sx={{ flexBasis: '100%' }}>
          Cierran las campañas cuyas reglas dicen «No llamar en feriados». Los días con fines turísticos de cada año se
          agregan cuando se publican.
        </Muted>
      </Inline>
      <List aria-labelledby={titleId}>
        {shown.map((holiday) => (
          <HolidayRow
            key={holiday.day}
            holiday={holiday}
            isPast={holiday.day < today}
            onEdit={() => setEdited(holiday)}
          />
        ))}
      </List>
      {shown.length === 0 && (
        <Typography color="textSecondary" sx={{ px: { xs: 4, sm: 6 }, pb: 4 }}>
          No hay feriados por venir.
        </Typography>
      )}
      {past.length > 0 && (
        <Box sx={{ px: 3, py: 1, borderTop: 1, borderColor: 'divider' }}>
          <Button size="small" variant="text" aria-expanded={showsPast} onClick={() => setShowsPast(!showsPast)}>
            {showsPast ? 'Ocultar los pasados' : `Ver los ${past.length} pasados`}
          </Button>
        </Box>
      )}
      {edited !== undefined && <HolidayDialog holiday={edited ?? undefined} onClose={() => setEdited(undefined)} />}
    </Paper>
  );
}

function HolidayRow(props: { holiday: Holiday; isPast: boolean; onEdit: () => void }) {
  const {
    holiday: { day, name, kind },
    isPast,
    onEdit,
  } = props;
  return (
    <li data-past={isPast ? '' : undefined}>
      <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>
        <bdi>{formatDay(day)}</bdi>
        <Hint>{weekdayName(day)}</Hint>
      </Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {name}
        <Hint>{HOLIDAY_KINDS[kind]}</Hint>
      </Box>
      <IconAction
        size="small"
        label={`Editar ${name}, ${formatDay(day)}`}
        onClick={onEdit}
        tooltip="Editar"
        icon={IconPencil}
      />
    </li>
  );
}

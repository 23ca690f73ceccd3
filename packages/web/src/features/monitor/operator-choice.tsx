import type { OperatorDay } from '@campanero/contract/monitor/endpoints';
import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';
import { ButtonBase, styled, Typography } from '@mui/material';
import { sum } from '../../components/chart/data.ts';
import { IconArrowUp } from '../../components/icons.ts';
import { Faint, Hint, Inline, Muted, PlainList, RowName } from '../../components/layout.tsx';
import { EmptyState } from '../../components/page/messages.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { chartOfOperators } from './figures-message.tsx';

const TITLE = 'Seleccione un Operador';
const REASON = 'Sus llamados se verán aquí, día por día.';
/** The others are found by name. */
const SHOWN = 24;

const List = styled(PlainList)({
  display: 'grid',
  gap: 8,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(15rem, 100%), 1fr))',
});

const Person = styled(ButtonBase)(({ theme }) => ({
  width: '100%',
  minHeight: '3.25rem',
  justifyContent: 'flex-start',
  gap: 10,
  padding: '0.375rem 0.75rem',
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.radius.control,
  textAlign: 'start',
  '& > span:last-of-type': { minWidth: 0 },
  '&:hover': { background: theme.palette.action.hover },
  '&:focus-visible': { outline: `2px solid ${theme.palette.focusRing}`, outlineOffset: 2 },
}));

interface OperatorChoiceProps {
  /** Undefined while loading. */
  operators: readonly { id: number; name: string }[] | undefined;
  day: OperatorDay | undefined;
  onChoose: (id: number) => void;
}

/** Before an operator is chosen: everybody of the side with today's calls, most calls first. */
export function OperatorChoice({ operators, day, onChoose }: OperatorChoiceProps) {
  if (!operators?.length)
    return <EmptyState title={TITLE} reason={REASON} icon={<IconArrowUp size={20} stroke={1.75} />} />;
  const today = new Map(
    chartOfOperators(day, false).categories.map(({ key, values }) => [
      Number(key),
      { calls: sum(values), effective: values[0] ?? 0 },
    ]),
  );
  const callsOf = ({ id }: { id: number }) => today.get(id)?.calls ?? 0;
  const inOrder = operators.toSorted((one, other) => callsOf(other) - callsOf(one));
  const inWords = (id: number) => {
    const made = today.get(id);
    if (!made) return 'Sin llamados hoy';
    return `${formatCounted(made.calls, 'llamado', 'llamados')} hoy · ${formatCounted(made.effective, 'efectivo', 'efectivos')}`;
  };
  return (
    <div style={{ width: '100%', textAlign: 'start' }}>
      <Inline gap={0} sx={{ columnGap: 2, mb: 2 }}>
        <Typography sx={{ fontWeight: 600 }}>{TITLE}</Typography>
        <Muted>{REASON}</Muted>
      </Inline>
      <List>
        {inOrder.slice(0, SHOWN).map(({ id, name }) => (
          <li key={id}>
            <Person onClick={() => onChoose(id)}>
              <PersonAvatar name={name} size={36} />
              <span>
                <RowName component="span" sx={{ display: 'block' }}>
                  {name}
                </RowName>
                {day && (
                  <Hint component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                    {inWords(id)}
                  </Hint>
                )}
              </span>
            </Person>
          </li>
        ))}
      </List>
      {operators.length > SHOWN && (
        <Faint sx={{ mt: 2 }}>y {formatCount(operators.length - SHOWN)} más: búsquelos por nombre.</Faint>
      )}
    </div>
  );
}

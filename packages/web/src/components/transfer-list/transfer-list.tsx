import { IconButton, useMediaQuery, useTheme } from '@mui/material';
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp } from '../icons.ts';
import { Tooltip } from '../tooltip.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';
import { Cards, MoveButtons } from './styles.ts';
import { TransferCard } from './transfer-card.tsx';
import { type TransferListProps, useTransfer } from './use-transfer.ts';

/**
 * Two equal cards with search and count, arrow buttons between them. A double click or Enter moves one; nothing needs
 * dragging. Controlled: the caller keeps the ids of the second card.
 */
export function TransferList(props: TransferListProps) {
  const { items, chosen, onChange, available, selected, noun, disabled = false, invalid = false, describedBy } = props;
  const theme = useTheme();
  const isStacked = useMediaQuery(theme.breakpoints.down('sm'), { noSsr: true });
  const transfer = useTransfer({ items, chosen, onChange });
  const shared = { noun, disabled, describedBy, marked: transfer.marked, onMark: transfer.mark };
  const AddIcon = isStacked ? IconArrowDown : IconArrowRight;
  const RemoveIcon = isStacked ? IconArrowUp : IconArrowLeft;
  return (
    <Cards>
      <TransferCard
        {...shared}
        texts={available}
        side={transfer.available}
        invalid={false}
        onMove={(ids) => transfer.move(ids, 'add')}
      />
      <MoveButtons>
        <MoveButton
          label="Agregar los marcados"
          blocked={disabled || transfer.available.markedCount === 0}
          onClick={() => transfer.moveMarked('add')}
        >
          <AddIcon size={18} stroke={2} aria-hidden />
        </MoveButton>
        <MoveButton
          label="Quitar los marcados"
          blocked={disabled || transfer.selected.markedCount === 0}
          onClick={() => transfer.moveMarked('remove')}
        >
          <RemoveIcon size={18} stroke={2} aria-hidden />
        </MoveButton>
      </MoveButtons>
      <TransferCard
        {...shared}
        texts={selected}
        side={transfer.selected}
        invalid={invalid}
        onMove={(ids) => transfer.move(ids, 'remove')}
      />
      <VisuallyHidden role="status">{transfer.announcement}</VisuallyHidden>
    </Cards>
  );
}

interface MoveButtonProps {
  label: string;
  blocked: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

/** Only marked as disabled: the move itself empties the marks, and a button that vanishes would take the focus with it. */
function MoveButton({ label, blocked, onClick, children }: MoveButtonProps) {
  return (
    <Tooltip title={blocked ? `${label}: no hay ninguno marcado` : label}>
      <IconButton
        aria-label={label}
        aria-disabled={blocked}
        onClick={blocked ? undefined : onClick}
        sx={(theme) => ({
          border: `1px solid ${theme.palette.divider}`,
          background: theme.palette.background.paper,
          color: 'text.primary',
          '&[aria-disabled="true"]': { color: 'text.disabled', opacity: 0.6, cursor: 'default' },
        })}
      >
        {children}
      </IconButton>
    </Tooltip>
  );
}

import { memo } from 'react';
import type { MouseEvent } from 'react';
import { IconCheck } from '../icons.ts';
import { Option, Tick } from './styles.ts';
import type { TransferItem } from './types.ts';

interface TransferOptionProps {
  domId: string;
  item: TransferItem;
  place: number;
  isMarked: boolean;
  isActive: boolean;
  disabled: boolean;
  onPick: (place: number, event: MouseEvent) => void;
  onMove: (id: number) => void;
}

/** Redrawn only when it changes itself: one mark among hundreds costs one row. */
export const TransferOption = memo(function TransferOption(props: TransferOptionProps) {
  const { domId, item, place, isMarked, isActive, disabled, onPick, onMove } = props;
  return (
    <Option
      id={domId}
      role="option"
      aria-selected={isMarked}
      aria-disabled={disabled || undefined}
      data-active={isActive ? '' : undefined}
      onClick={disabled ? undefined : (event) => onPick(place, event)}
      onDoubleClick={disabled ? undefined : () => onMove(item.id)}
    >
      <Tick aria-hidden>
        <IconCheck size={14} stroke={2.5} />
      </Tick>
      {item.mark}
      <span data-name title={item.name}>
        {item.name}
      </span>
      {item.note && <span data-note>{item.note}</span>}
    </Option>
  );
});

import { ButtonBase, styled } from '@mui/material';
import { type CSSProperties, useId } from 'react';
import { IconChevronDown } from '../icons.ts';
import { Menu, MenuItem, useMenu } from '../menu.tsx';

const Current = styled(ButtonBase)(({ theme }) => ({
  height: 32,
  gap: 6,
  paddingInline: 8,
  borderRadius: 6,
  fontSize: 'inherit',
  fontWeight: 600,
  color: theme.palette.text.primary,
  justifyContent: 'space-between',
  '&:hover': { background: theme.palette.surface.hover },
  '&[data-outlined]': {
    height: '2.25rem',
    paddingInline: 12,
    borderRadius: theme.radius.control,
    border: `1px solid ${theme.palette.line.strong}`,
    background: theme.palette.background.paper,
  },
}));

export interface ChoiceMenuProps<V extends string | number> {
  /** Id of the element that names the choice. */
  labelledBy: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
  style?: CSSProperties;
  outlined?: boolean;
}

/** A small choice as a button with a menu. MUI's Select would load all input code with the first page. */
export function ChoiceMenu<V extends string | number>(props: ChoiceMenuProps<V>) {
  const { labelledBy, value, options, onChange, style, outlined = false } = props;
  const { menu, opener } = useMenu();
  const id = useId();
  const choose = (chosen: V) => {
    menu.onClose();
    if (chosen !== value) onChange(chosen);
  };
  return (
    <>
      <Current
        id={id}
        aria-labelledby={`${labelledBy} ${id}`}
        {...opener}
        style={style}
        data-outlined={outlined ? '' : undefined}
      >
        {options.find((option) => option.value === value)?.label ?? value}
        <IconChevronDown size={16} stroke={2} aria-hidden />
      </Current>
      <Menu {...menu} slotProps={{ list: { 'aria-labelledby': labelledBy } }}>
        {options.map((option) => (
          <MenuItem
            key={option.value}
            role="menuitemradio"
            aria-checked={option.value === value}
            selected={option.value === value}
            onClick={() => choose(option.value)}
          >
            {option.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

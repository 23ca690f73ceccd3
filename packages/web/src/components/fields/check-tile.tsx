import { Checkbox, type CheckboxProps, Radio, styled } from '@mui/material';
import { Hint } from '../layout.tsx';
import { flexRow } from '../../theme/mixins.ts';

const Tile = styled('label')(({ theme }) => ({
  ...flexRow(4),
  minHeight: '2.75rem',
  paddingBlock: 4,
  paddingInline: '5px 12px',
  cursor: 'pointer',
  '& > span:last-of-type': { minWidth: 0, '& > *': { display: 'block' }, '& > b': { fontWeight: 550 } },
  '&:hover': { background: theme.palette.action.hover },
  '&[data-fixed], &[data-fixed]:hover': { cursor: 'default', background: 'none' },
}));

type CheckTileProps = Pick<CheckboxProps, 'checked' | 'disabled' | 'onChange' | 'onBlur'> &
  Record<'id' | 'name', string> & {
    help?: string;
    /** Name of its group: one of several, as a radio button. */
    oneOf?: string;
  };

export function CheckTile({ id, name, help, oneOf, ...box }: CheckTileProps) {
  const Box = oneOf ? Radio : Checkbox;
  return (
    <Tile htmlFor={id} data-fixed={box.disabled ? '' : undefined}>
      <Box
        id={id}
        name={oneOf}
        {...box}
        slotProps={{ input: { 'aria-labelledby': `${id}-name`, 'aria-describedby': help && `${id}-help` } }}
      />
      <span>
        <b id={`${id}-name`}>{name}</b>
        {help && (
          <Hint component="span" id={`${id}-help`}>
            {help}
          </Hint>
        )}
      </span>
    </Tile>
  );
}

import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import { Field } from '../../components/fields/field.tsx';

interface ListsChoiceProps {
  value: boolean;
  onChange: (obeys: boolean) => void;
  onBlur: () => void;
}

const EXEMPT =
  'Campaña exenta: la ley 26.951 no alcanza a las de interés público, así que también se llama a los números del Registro No Llame. Quien pidió que no lo llamen sigue bloqueado.';
const OBEYS =
  'No se llama a los números del Registro No Llame ni a los de las listas propias. Corresponde cuando se ofrece, vende o regala algo.';

/** Whether the campaign obeys the block lists or is exempt: in the wizard and on both edit tabs. */
export const ListsChoice = ({ value, onChange, onBlur }: ListsChoiceProps) => (
  <Field label="Respetar las listas de bloqueo">
    {({ id }) => (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: '2.5rem' }}>
        <Switch
          id={id}
          checked={value}
          onChange={(_event, checked) => onChange(checked)}
          onBlur={onBlur}
          slotProps={{ input: { 'aria-describedby': `${id}-hint` } }}
          sx={{ marginInlineStart: 0, flex: 'none' }}
        />
        <Box id={`${id}-hint`} sx={{ typography: 'body2', color: 'text.secondary', maxWidth: '80ch' }}>
          {value ? OBEYS : EXEMPT}
        </Box>
      </Box>
    )}
  </Field>
);

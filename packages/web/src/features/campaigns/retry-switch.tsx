import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import { Field } from '../../components/fields/field.tsx';

interface RetrySwitchProps {
  value: boolean;
  onChange: (isOn: boolean) => void;
  onBlur: () => void;
}

/** Whether calls that nobody answered come again in another part of the day: in the wizard and on both edit tabs. */
export const RetrySwitch = ({ value, onChange, onBlur }: RetrySwitchProps) => (
  <Field label="Reintentar en otro horario">
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
        <Box id={`${id}-hint`} sx={{ typography: 'body2', color: 'text.secondary' }}>
          Si nadie atendió, el próximo intento toca en otra parte del día: mañana, mediodía o tarde-noche.
        </Box>
      </Box>
    )}
  </Field>
);

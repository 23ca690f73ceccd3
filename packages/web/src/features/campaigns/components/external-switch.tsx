import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import { useController } from 'react-hook-form';
import { Field } from '../../../components/fields/field.tsx';
import type { InformationForm } from '../information-form.ts';

interface ExternalSwitchProps {
  form: InformationForm;
  fixed: boolean;
}

/** Stands before the people because changing it empties them: the sides never mix (spec 5, design 8.3). */
export function ExternalSwitch({ form, fixed }: ExternalSwitchProps) {
  const { field } = useController({ control: form.control, name: 'external' });
  const toggle = (external: boolean) => {
    field.onChange(external);
    const changed = { shouldDirty: true };
    form.setValue('coordinatedBy', null, changed);
    form.setValue('operators', [], changed);
    form.clearErrors(['coordinatedBy', 'operators']);
  };
  return (
    <Field label="Tipo de campaña">
      {({ id }) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: '2.5rem', flexWrap: 'wrap' }}>
          <Switch
            id={id}
            checked={field.value}
            disabled={fixed}
            onChange={(_event, checked) => toggle(checked)}
            onBlur={field.onBlur}
            slotProps={{ input: { 'aria-label': 'Campaña externa', 'aria-describedby': `${id}-hint` } }}
            sx={{ marginInlineStart: 0 }}
          />
          <span aria-hidden>Externa</span>
          <Box id={`${id}-hint`} sx={{ typography: 'body2', color: 'text.disabled' }}>
            {fixed ? 'Su rol crea solo campañas externas.' : 'Cambiarlo vacía los equipos'}
          </Box>
        </Box>
      )}
    </Field>
  );
}

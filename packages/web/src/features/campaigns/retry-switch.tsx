import { SwitchRow } from '../../components/fields/switch-row.tsx';

interface RetrySwitchProps {
  value: boolean;
  onChange: (isOn: boolean) => void;
  onBlur: () => void;
}

/** Whether calls that nobody answered come again in another part of the day: in the wizard and on both edit tabs. */
export const RetrySwitch = ({ value, onChange, onBlur }: RetrySwitchProps) => (
  <SwitchRow
    label="Reintentar en otro horario"
    hint="Si nadie atendió, el próximo intento toca en otra parte del día: mañana, mediodía o tarde-noche."
    checked={value}
    onChange={onChange}
    onBlur={onBlur}
  />
);

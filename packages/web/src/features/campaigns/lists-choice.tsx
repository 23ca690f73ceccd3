import { SwitchRow } from '../../components/fields/switch-row.tsx';

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
  <SwitchRow
    label="Respetar las listas de bloqueo"
    hint={value ? OBEYS : EXEMPT}
    checked={value}
    onChange={onChange}
    onBlur={onBlur}
  />
);

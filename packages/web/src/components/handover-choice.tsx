import type { Destination } from '@campanero/contract/users/leaving';
import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';
import { ChoiceField } from './fields/choice-field.tsx';

interface HandoverChoiceProps {
  label?: string;
  value: Destination;
  onChange: (to: Destination) => void;
  others: readonly { id: number; name: string }[];
}

export function HandoverChoice({ label = 'Entregar a', value, onChange, others }: HandoverChoiceProps) {
  const shared =
    others.length === 1
      ? `El otro operador: ${others[0]!.name}`
      : `Repartir entre los otros ${formatCount(others.length)} operadores`;
  const options: { id: Destination; name: string }[] = [
    ...(others.length > 0 ? [{ id: 'shared' as const, name: shared }] : []),
    { id: 'free', name: 'Nadie: quedan libres para segmentar' },
    ...(others.length > 1 ? others : []),
  ];
  return (
    <ChoiceField
      label={label}
      options={options}
      // Without other operators sharing is the same as leaving them free.
      value={value === 'shared' && others.length === 0 ? 'free' : value}
      onChange={(to) => onChange(to ?? 'free')}
    />
  );
}

type Held = Record<'pending' | 'callbacks' | 'held', number>;

export const totalHeld = (all: readonly Held[]): Held => ({
  pending: all.reduce((sum, { pending }) => sum + pending, 0),
  callbacks: all.reduce((sum, { callbacks }) => sum + callbacks, 0),
  held: all.reduce((sum, { held }) => sum + held, 0),
});

/** «12 por llamar, 3 con rellamado agendado, 1 abierto en su pantalla». */
export function heldText({ pending, callbacks, held }: Held): string {
  if (pending === 0) return 'Sin llamados por hacer';
  return [
    `${formatCount(pending)} por llamar`,
    callbacks > 0 && `${formatCount(callbacks)} con rellamado agendado`,
    held > 0 && `${formatCounted(held, 'abierto', 'abiertos')} en su pantalla`,
  ]
    .filter(Boolean)
    .join(', ');
}

export const handoverRule = ({ callbacks, held }: Held): string =>
  [
    callbacks > 0 && 'Los rellamados conservan su hora.',
    'Las notas van con cada llamado y lo ya registrado queda a su nombre.',
    held > 0 &&
      'Lo que esté escribiendo y no haya registrado queda en su navegador: no pasa a quien reciba el llamado.',
  ]
    .filter(Boolean)
    .join(' ');

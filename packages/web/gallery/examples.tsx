import { Box, Button } from '@mui/material';
import { CAMPAIGN_STATUSES } from '@campanero/contract/campaigns/status';
import { type ComponentProps, createElement, type ReactNode, useState } from 'react';
import { BarList, SplitBar } from '../src/components/chart/bar-list.tsx';
import { ChartCard } from '../src/components/chart/chart-card.tsx';
import { Columns } from '../src/components/chart/columns.tsx';
import type { ChartData } from '../src/components/chart/data.ts';
import { KpiStrip } from '../src/components/chart/kpi-strip.tsx';
import { Lines } from '../src/components/chart/lines.tsx';
import { Sparkbars } from '../src/components/chart/sparkbars.tsx';
import { StackedBars } from '../src/components/chart/stacked-bars.tsx';
import { ChoiceField } from '../src/components/fields/choice-field.tsx';
import { DateField, DateTimeField } from '../src/components/fields/date-field.tsx';
import { PasswordInput } from '../src/components/fields/password-input.tsx';
import { SearchInput } from '../src/components/fields/search-input.tsx';
import { SwitchRow } from '../src/components/fields/switch-row.tsx';
import { LabelledInput } from '../src/components/fields/text-input.tsx';
import { ConflictPanel } from '../src/components/form/conflict-panel.tsx';
import { ConfirmDialog } from '../src/components/form/dialogs.tsx';
import { RefusalNote } from '../src/components/form/form-note.tsx';
import { SubmitButton } from '../src/components/action-button.tsx';
import { WizardSteps } from '../src/components/form/wizard-steps.tsx';
import { IconAlertTriangle, IconInfoCircle } from '../src/components/icons.ts';
import { Inline } from '../src/components/layout.tsx';
import { KeyCap } from '../src/components/key-cap.tsx';
import { CapacityMeter } from '../src/components/page/capacity.tsx';
import { FactList, FigureList } from '../src/components/page/fact-list.tsx';
import { EmptyState, ErrorState, LIST_FAILED, MessageBlock } from '../src/components/page/messages.tsx';
import { FormCard, Section } from '../src/components/page/section.tsx';
import { PersonAvatar } from '../src/components/person-avatar.tsx';
import { SoftChip } from '../src/components/soft-chip.tsx';
import { StateChip } from '../src/components/state-chip.tsx';
import { StatusChip } from '../src/components/status-chip.tsx';
import { Pager } from '../src/components/table/pager.tsx';
import { Tooltip } from '../src/components/tooltip.tsx';
import { TransferList } from '../src/components/transfer-list/transfer-list.tsx';
import { notify } from '../src/lib/snackbar.ts';

const example = (name: string, file: string, states: Record<string, ReactNode>) => ({ name, file, states });

const nothing = () => {};
const soon = () => Promise.resolve();
const inRow = (...elements: ReactNode[]) => createElement(Inline, { gap: 3 }, ...elements);
const submit = (state: Partial<ComponentProps<typeof SubmitButton>>) => (
  <SubmitButton pendingText="Guardando" {...state}>
    Guardar
  </SubmitButton>
);
const narrow = (element: ReactNode) => <Box sx={{ maxWidth: 420 }}>{element}</Box>;

type Draw<T> = (value: T, set: (value: T) => void) => ReactNode;
function Stateful<T>({ initial, draw }: { initial: T; draw: Draw<T> }) {
  return draw(...useState(initial));
}
/** A controlled component that keeps its value. */
const stateful = <T,>(initial: T, draw: Draw<T>) => <Stateful initial={initial} draw={draw} />;
const statefulField = <T,>(initial: T, draw: Draw<T>) => narrow(stateful(initial, draw));

const confirmation = (destructive: boolean) =>
  stateful<boolean>(false, (isOpen, set) => (
    <>
      <Button variant="outlined" onClick={() => set(true)}>
        {destructive ? 'Abrir el que borra' : 'Abrir'}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title="Finalizar campaña"
        action="Finalizar campaña"
        destructive={destructive}
        onConfirm={() => set(false)}
        onClose={() => set(false)}
      >
        Se finaliza <b>Talleres de verano</b>. No se puede deshacer.
      </ConfirmDialog>
    </>
  ));

const MONTHS: ChartData = {
  axis: 'Mes',
  unit: 'count',
  additive: true,
  series: [
    { key: 'a', name: 'Contactados', slot: 1 },
    { key: 'b', name: 'Sin contacto', slot: 2 },
    { key: 'c', name: 'Inválidos', slot: 4 },
  ],
  categories: [
    { key: '1', label: 'Sep', name: 'Septiembre 2026', values: [820, 310, 40] },
    { key: '2', label: 'Oct', name: 'Octubre 2026', values: [1240, 505, null] },
    { key: '3', label: 'Nov', name: 'Noviembre 2026', note: 'en curso', values: [610, 190, 12] },
  ],
};
const SHARES: ChartData = {
  axis: 'Mes',
  unit: 'percent',
  series: [
    { key: 'a', name: 'Contactabilidad', slot: 1 },
    { key: 'b', name: 'Efectividad', slot: 2 },
  ],
  categories: [
    { key: '1', label: 'Sep', values: [61, 22] },
    { key: '2', label: 'Oct', values: [68, null] },
    { key: '3', label: 'Nov', values: [64, 31] },
  ],
};
const NO_DATA: ChartData = { ...MONTHS, categories: [] };
const chart = (title: string, data: ChartData, draw: (visible: ChartData) => ReactNode) => (
  <ChartCard title={title} data={data} emptyText="No hay llamados en ese período.">
    {draw}
  </ChartCard>
);
const BARS = [
  { key: 'a', label: 'Participa', value: 320, slot: 1 as const },
  { key: 'b', label: 'No contesta', value: 210, slot: 2 as const },
  { key: 'c', label: 'Ocupado', value: 45, slot: 3 as const },
];
const PEOPLE = ['Ana Díaz', 'Luis Paz', 'María José Fernández de la Torre', 'Íñigo Ñáñez'].map((name, index) => ({
  id: index + 1,
  name,
}));
const OPERATORS = {
  items: PEOPLE,
  noun: 'operadores',
  available: { title: 'Disponibles', empty: 'No hay más operadores.' },
  selected: { title: 'Elegidos', empty: 'No hay operadores elegidos.' },
};

export const EXAMPLES = [
  example('Botones', 'MUI Button, components/form/save-bar.tsx', {
    variantes: inRow(
      <Button variant="contained">Guardar</Button>,
      <Button variant="outlined">Cancelar</Button>,
      <Button>Ver todo</Button>,
      <Button variant="outlined" color="error">
        Borrar
      </Button>,
      <Button variant="contained" disabled>
        Guardar
      </Button>,
    ),
    envío: inRow(submit({}), submit({ reason: 'Falta el nombre.' }), submit({ isPending: true })),
  }),
  example('Etiquetas', 'components/status-chip.tsx, state-chip.tsx, soft-chip.tsx, key-cap.tsx, person-avatar.tsx', {
    'estados de campaña': inRow(...CAMPAIGN_STATUSES.map((status) => <StatusChip key={status} status={status} />)),
    resultados: inRow(<StateChip name="No contesta" color="#64748b" />, <StateChip name="Participa" color="#15803d" />),
    otras: inRow(
      <SoftChip tone="info" icon={IconInfoCircle}>
        Vence en 7 días
      </SoftChip>,
      <KeyCap>Alt L</KeyCap>,
      <PersonAvatar name="Ana Díaz" size={36} />,
      <PersonAvatar name="Íñigo Ñáñez" size={72} />,
    ),
  }),
  example('Campos', 'components/fields', {
    texto: narrow(<LabelledInput label="Nombre" help="Como lo verán los operadores." />),
    'con error': narrow(<LabelledInput label="Correo" error="Ingrese un correo válido." defaultValue="ana@" />),
    contraseña: narrow(<LabelledInput label="Contraseña" input={PasswordInput} autoComplete="current-password" />),
    elección: statefulField<number | null>(1, (value, set) => (
      <ChoiceField label="Operador" options={PEOPLE} value={value} onChange={set} clearable />
    )),
    'elección sin opciones todavía': narrow(
      <ChoiceField label="Operador" options={undefined} value={null} onChange={nothing} optional />,
    ),
    fecha: statefulField('2026-11-18', (value, set) => <DateField label="Desde" value={value} onChange={set} />),
    'fecha y hora': statefulField('2026-11-18T12:00:00.000Z', (value, set) => (
      <DateTimeField label="Inicio" value={value} onChange={set} />
    )),
    búsqueda: statefulField('', (value, set) => (
      <SearchInput label="Buscar por nombre o número" value={value} onChange={set} />
    )),
    interruptor: statefulField<boolean>(true, (value, set) => (
      <SwitchRow
        label="Respeta las listas"
        hint="No se llama a los números de las listas."
        value={value}
        onChange={set}
      />
    )),
  }),
  example('Lista de traspaso', 'components/transfer-list', {
    normal: stateful([1], (chosen, set) => <TransferList {...OPERATORS} chosen={chosen} onChange={set} />),
    inactiva: <TransferList {...OPERATORS} chosen={[]} onChange={nothing} disabled />,
  }),
  example('Avisos', 'components/page/messages.tsx, components/form/form-note.tsx, lib/snackbar.ts', {
    vacío: <EmptyState title="No se encontraron registros" reason="Ninguna campaña coincide con los filtros." />,
    error: <ErrorState message={LIST_FAILED} onRetry={nothing} />,
    bloque: <MessageBlock icon={<IconAlertTriangle />}>La campaña todavía no tiene audiencia.</MessageBlock>,
    rechazo: <RefusalNote>Otra persona cambió estos datos.</RefusalNote>,
    emergentes: inRow(
      <Button variant="outlined" onClick={() => notify.success('Campaña creada correctamente.')}>
        Éxito
      </Button>,
      <Button variant="outlined" onClick={() => notify.error('No se pudo crear la campaña.')}>
        Error
      </Button>,
    ),
    conflicto: (
      <ConflictPanel
        conflicts={[{ field: 'email', before: 'a@x.ar', theirs: 'otra@x.ar', mine: 'mia@x.ar', isClash: true }]}
        labels={{ email: 'Correo' }}
        onChoose={nothing}
      />
    ),
    confirmación: inRow(confirmation(false), confirmation(true)),
    ayuda: (
      <Tooltip title="Solo mientras la campaña está en curso." describeChild>
        <Button variant="outlined">Con explicación</Button>
      </Tooltip>
    ),
  }),
  example('Página', 'components/page, components/table/pager.tsx, components/form/wizard-steps.tsx', {
    sección: <Section title="Pedidos" aside="2" note="El plazo se cuenta en días hábiles." />,
    tarjeta: (
      <FormCard title="Pedido 6">
        <FactList
          facts={[
            { label: 'Recibido', value: '17-11-2026' },
            { label: 'Canal', value: 'Nota' },
          ]}
        />
      </FormCard>
    ),
    cifras: (
      <FigureList
        figures={[
          { label: 'Cargadas', value: 1920, tone: 'good' },
          { label: 'Rechazadas', value: 40, tone: 'bad' },
          { label: 'Repetidas', value: 0 },
        ]}
      />
    ),
    cupo: <CapacityMeter slots={120} enrolled={98} status="ABIERTO" onRefresh={soon} />,
    paginación: stateful(0, (page, set) => <Pager page={page} size={10} total={48} onPage={set} onSize={nothing} />),
    pasos: <WizardSteps names={['Información', 'Lugar', 'Operadores', 'Guiones']} current={1} />,
  }),
  example('Gráficos', 'components/chart', {
    columnas: chart('Llamados por mes', MONTHS, (data) => <Columns title="Llamados por mes" data={data} stacked />),
    líneas: chart('Tasas por mes', SHARES, (data) => <Lines title="Tasas por mes" data={data} />),
    barras: chart('Llamados por mes, en barras', MONTHS, (data) => (
      <StackedBars title="Llamados por mes, en barras" data={data} />
    )),
    'sin datos': chart('Sin llamados', NO_DATA, (data) => <Columns title="Sin llamados" data={data} />),
    lista: <BarList title="Resultados" rows={BARS} base={575} />,
    reparto: <SplitBar title="Afinidad" rows={BARS} />,
    indicadores: (
      <KpiStrip
        title="Cifras"
        figures={[
          { label: 'Base total', value: '4.500.000' },
          { label: 'Realizados', value: '65.100', share: { text: '65,1 %', part: 0.651, slot: 1 } },
        ]}
      />
    ),
    tramos: <Sparkbars values={[3, 8, 5, 0, 9, 4]} max={10} label="Llamados por tramo de 10 minutos" />,
  }),
];

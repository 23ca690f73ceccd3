import { fullName } from '@campanero/contract/shared/text';
import { AFFINITIES } from '@campanero/contract/calls/schemas';
import { formatDay } from '@campanero/contract/shared/dates';
import type {
  AgainDifference,
  CallDifference,
  CampaignDifferences,
  CounterDifferences,
} from '../call-store/read/index.ts';
import type { WrongBlock, Repaired } from '../call-store/write/index.ts';
import type { Db } from '../db/client.ts';

// Differences as sentences for administrators: the stored and the right value.

interface Names {
  operator: (id: number) => string;
  state: (id: number) => string;
  substate: (id: number | null) => string;
}

export async function readNamesById(db: Db): Promise<Names> {
  const people = await db.selectFrom('appUser').select(['id', 'firstName', 'lastName']).execute();
  const states = await db.selectFrom('state').select(['id', 'name']).execute();
  const substates = await db.selectFrom('substate').select(['id', 'name']).execute();
  const operators = new Map(people.map((user) => [user.id, fullName(user)]));
  const named = (list: readonly { id: number; name: string }[]) => {
    const names = new Map(list.map(({ id, name }) => [id, name]));
    return (id: number) => `«${names.get(id) ?? id}»`;
  };
  const substateNamed = named(substates);
  return {
    operator: (id) => (id === 0 ? 'sin operador' : (operators.get(id) ?? `usuario ${id}`)),
    state: named(states),
    substate: (id) => (id === null ? 'ninguno' : substateNamed(id)),
  };
}

const FIGURES: Record<CounterDifferences['figures'][number]['figure'], string> = {
  called: 'llamados realizados',
  recalled: 'rellamados',
  interested: 'llamados que participan',
  affinity_1: `llamados con afinidad ${AFFINITIES[0]}`,
  affinity_2: `llamados con afinidad ${AFFINITIES[1]}`,
  affinity_3: `llamados con afinidad ${AFFINITIES[2]}`,
  free: 'llamados libres para segmentar',
  reserve: 'llamados en reserva',
};
const affinityText = (affinity: number) => (affinity === 0 ? '' : `, afinidad ${AFFINITIES[affinity - 1]}`);
const partsText = ({ n, again, interested }: CounterDifferences['outcomes'][number]['kept']) =>
  `${n} (${again} repetidos, ${interested} de personas que participan)`;

const describeCounters = ({ totals, figures, outcomes }: CounterDifferences, names: Names): string[] => [
  ...totals.map(
    ({ operatorId, stateId, kept, counted }) =>
      `${names.operator(operatorId)}, estado ${names.state(stateId)}: el contador dice ${kept} y los llamados son ${counted}.`,
  ),
  ...figures.map(
    ({ operatorId, figure, kept, counted }) =>
      `${names.operator(operatorId)}, ${FIGURES[figure]}: el contador dice ${kept} y los llamados son ${counted}.`,
  ),
  ...outcomes.map(
    ({ operatorId, day, stateId, affinity, kept, counted }) =>
      `${names.operator(operatorId)}, ${formatDay(day)}, resultado ${names.state(stateId)}${affinityText(affinity)}: ` +
      `el contador dice ${partsText(kept)} y el historial ${partsText(counted)}.`,
  ),
];

const describeWorkHours = (workHours: CampaignDifferences['workHours'], names: Names): string[] =>
  workHours.map(
    ({ operatorId, day }) =>
      `${names.operator(operatorId)}, ${formatDay(day)}: la primera o la última hora de trabajo no es la del historial.`,
  );

const affinityName = (affinity: number) => AFFINITIES[affinity - 1] ?? 'ninguna';

const describeCalls = (calls: readonly CallDifference[], names: Names): string[] =>
  calls.flatMap(({ id, kept, counted }) => {
    const differing = (name: keyof typeof kept, words: string) => (kept[name] === counted[name] ? [] : [words]);
    return [
      ...differing('calls', `dice ${kept.calls} registros y su historial tiene ${counted.calls}`),
      ...differing(
        'stateId',
        `figura ${names.state(kept.stateId)} y según su historial es ${names.state(counted.stateId)}`,
      ),
      ...differing(
        'substateId',
        `tiene el subestado ${names.substate(kept.substateId)} y según su historial es ${names.substate(counted.substateId)}`,
      ),
      ...differing(
        'affinity',
        `tiene la afinidad ${affinityName(kept.affinity)} y según su historial es ${affinityName(counted.affinity)}`,
      ),
    ].map((words) => `el llamado ${id} ${words}.`);
  });

const describeAgain = (entries: readonly AgainDifference[]): string[] =>
  entries.map(
    ({ id, callId, counted }) =>
      `el registro ${id} del llamado ${callId} figura como ${counted ? 'el primero y es una repetición' : 'una repetición y es el primero'}.`,
  );

const REASONS = {
  ERASED: 'datos borrados',
  DO_NOT_CALL: 'no llamar',
  IN_REVIEW: 'en revisión',
  INVALID: 'inválido',
  DEAD: 'fallecido',
  WRONG: 'equivocado',
} as const;
const blockedAs = (reason: WrongBlock['kept']) => (reason === null ? 'libre' : `bloqueado (${REASONS[reason]})`);

/** Only the last four digits, for data protection. */
const describeNumber = ({ number, kept, counted }: WrongBlock) =>
  `El número terminado en ${String(number).slice(-4)} figura ${blockedAs(kept)} y debería estar ${blockedAs(counted)}.`;

const describeTries = (calls: readonly { id: number }[]) =>
  calls.map(({ id }) => `el llamado ${id} no dice en qué partes del día se llamó según su historial.`);

const describeStale = (numbers: number) =>
  `${numbers === 1 ? 'un número lleva' : `${numbers} números llevan`} en sus llamados una copia vieja de la persona o del bloqueo.`;

export const describeDifferences = (
  { campaign, counters, workHours, calls, again, tries, areFrozenFiguresWrong, wrongBlocks, staleNumbers }: Repaired,
  names: Names,
): string[] => [
  ...(wrongBlocks ?? []).map(describeNumber),
  ...[
    ...(counters ? describeCounters(counters, names) : []),
    ...describeWorkHours(workHours ?? [], names),
    ...describeCalls(calls ?? [], names),
    ...describeAgain(again ?? []),
    ...describeTries(tries ?? []),
    ...(areFrozenFiguresWrong ? ['las estadísticas guardadas al finalizar no son las de sus llamados.'] : []),
    ...(staleNumbers ? [describeStale(staleNumbers)] : []),
  ].map((text) => `Campaña ${campaign?.id} «${campaign?.name}»: ${text}`),
];

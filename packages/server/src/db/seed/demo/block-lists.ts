import { createHash } from 'node:crypto';
import { formatDate, productDay } from '@campanero/contract/shared/dates';
import { LIST_KIND_NAMES, type ListKind } from '@campanero/contract/block-lists/schemas';
import type { Trx } from '../../client.ts';
import { insertMany, takeIds } from '../insert-many.ts';
import type { Deed } from './audit-trail.ts';
import { randomOf } from './random.ts';
import type { DemoData } from './demo-data.ts';

const OBEYS = 'Difusión del plan de reciclado';
const REGISTER_NUMBERS = 2_400;
const REJECTED: readonly (readonly [reason: string, content: string])[] = [
  ['«4555-12» no es un número de teléfono con su código de área.', '4555-12;Mesa de entradas'],
  ['La línea no tiene número.', ';Pidió por correo'],
];

interface ListPlan {
  name: string;
  kind: ListKind;
  origin: string;
  file: string;
  columns: string;
  header: string[] | null;
  /** Whole days from today: of which it speaks, and when it was loaded. */
  dated: number;
  loaded: number;
  numbers: readonly number[];
  rejected: typeof REJECTED;
}

function planLists(phones: DemoData['phones']): ListPlan[] {
  const random = randomOf('block lists');
  const known = new Set(phones.map(({ number }) => number));
  const register = new Set<number>();
  while (register.size < REGISTER_NUMBERS) {
    const number = 1_120_000_000 + random.int(0, 79_999_999);
    if (!known.has(number)) register.add(number);
  }
  const asked = phones.filter(({ blocked }) => blocked?.reason === 'DO_NOT_CALL').map(({ number }) => number);
  return [
    {
      name: 'Registro Nacional No Llame',
      kind: 'NO_LLAME',
      origin: 'Agencia de Acceso a la Información Pública',
      file: 'no_llame_capital.csv',
      columns: '«area» y «numero»',
      header: ['area', 'numero'],
      dated: -47,
      loaded: -44,
      numbers: [...register],
      rejected: [],
    },
    {
      name: 'Pedidos recibidos en las comunas',
      kind: 'CITY',
      origin: 'Mesa de entradas',
      file: 'pedidos_de_no_ser_llamados.xlsx',
      columns: '«Teléfono»',
      header: ['Teléfono', 'Cómo lo pidió'],
      dated: -6,
      loaded: -5,
      numbers: asked,
      rejected: REJECTED,
    },
  ];
}

/**
 * A register that is too old and a list of the city's own, obeyed by one campaign. The register has numbers that nobody calls, the
 * city's list those that are blocked already: so no figure of the demo depends on them.
 */
export async function seedBlockLists(trx: Trx, demoData: DemoData): Promise<Deed[]> {
  const {
    calendar,
    campaigns,
    phones,
    staff: { administrator },
  } = demoData;
  const plans = planLists(phones);
  const ids = await takeIds(trx, 'blockList', plans.length);
  const loadIds = await takeIds(trx, 'blockListLoad', plans.length);
  const lists = plans.map((plan, place) => {
    const at = calendar.at(plan.loaded, 615);
    return { ...plan, id: ids[place]!, loadId: loadIds[place]!, at, day: productDay(calendar.at(plan.dated, 720)) };
  });
  await insertMany(
    trx,
    'blockList',
    lists.map(({ id, name, kind, origin, day, numbers, at }) => ({
      id,
      name,
      kind,
      origin,
      dated: day,
      numbers: numbers.length,
      loadedBy: administrator.id,
      loadedAt: at,
      createdBy: administrator.id,
      createdAt: at,
    })),
  );
  await insertMany(
    trx,
    'blockListLoad',
    lists.map(({ id, loadId, origin, day, file, columns, header, numbers, rejected, at }) => ({
      id: loadId,
      listId: id,
      replaces: true,
      origin,
      dated: day,
      originalName: file,
      kind: file.endsWith('.xlsx') ? 'xlsx' : 'csv',
      bytes: numbers.length * 14 + 40,
      sha256: createHash('sha256').update(file).digest(),
      header,
      columns,
      status: 'COMPLETED',
      attempt: 1,
      progress: 1,
      read: numbers.length + rejected.length,
      rejected: rejected.length,
      added: numbers.length,
      createdBy: administrator.id,
      createdAt: at,
      finishedAt: new Date(at.getTime() + 4_000),
    })),
  );
  await insertMany(
    trx,
    'listedNumber',
    lists.flatMap(({ id, loadId, numbers }) => numbers.map((number) => ({ number, listId: id, loadId }))),
  );
  await insertMany(
    trx,
    'blockListRejected',
    lists.flatMap(({ loadId, rejected }) =>
      rejected.map(([reason, content], place) => ({ loadId, line: 14 + 31 * place, reason, content })),
    ),
  );
  const obeying = campaigns.find(({ plan }) => plan.name === OBEYS)!;
  await trx.updateTable('campaign').set({ obeysLists: true }).where('id', '=', obeying.id).execute();
  return lists.map(({ id, name, kind, origin, file, day, at }) => ({
    at,
    userId: administrator.id,
    action: 'NUMERO',
    subaction: 'CREAR',
    object: { type: 'block list', id },
    after: {
      Lista: name,
      Tipo: LIST_KIND_NAMES[kind],
      Carga: 'Lista nueva',
      Archivo: file,
      Origen: origin,
      'Fecha de la lista': formatDate(`${day}T12:00:00Z`),
    },
  }));
}

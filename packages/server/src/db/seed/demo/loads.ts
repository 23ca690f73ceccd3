import { createHash } from 'node:crypto';
import { fold } from '@campanero/contract/shared/text';
import type { Trx } from '../../client.ts';
import { insertMany, takeIds } from '../insert-many.ts';
import type { DemoSources } from './connectors.ts';
import { randomOf } from './random.ts';
import type { DemoData } from './demo-data.ts';
import type { DemoCampaign } from './world.ts';

const HEADER = ['telefono', 'nombre', 'apellido', 'documento', 'fecha nacimiento', 'distrito', 'seccion'];
const CITY = 'Ciudad Autonoma De Buenos Aires';
/** Rows as people really send them; each is one more reason to look at the report. */
const REJECTED: readonly (readonly [reason: string, cells: readonly string[]])[] = [
  [
    'El teléfono no es un número argentino de diez dígitos',
    ['15 5555 123', 'Rosa', 'Villalba', '14876203', '03-02-1961', CITY, 'Comuna 4'],
  ],
  ['Falta el teléfono', ['', 'Julio', 'Paz', '20331987', '', CITY, 'Comuna 4']],
  ['La fecha de nacimiento no existe', ['1148820031', 'Irma', 'Suárez', '11209876', '31-02-1954', CITY, 'Comuna 4']],
  ['El distrito no existe', ['1147710092', 'Oscar', 'Ruiz', '17654021', '12-11-1966', 'Capital', 'Comuna 4']],
  ['La sección no pertenece al distrito', ['1149907712', 'Nélida', 'Ferreyra', '9876120', '01-07-1950', CITY, 'Lanus']],
  ['El teléfono no es un número argentino de diez dígitos', ['0800 555 1234', 'Atención', 'al vecino', '', '', '', '']],
];
const REJECTED_LOAD = 'Relevamiento de vecinos · Comuna 4';
const REJECTED_ROWS = 37;
const FAR_AHEAD = 0.42;

export interface DemoLoad {
  id: number;
  campaign: DemoCampaign;
  name: string;
  isRunning: boolean;
  createdAt: Date;
}

/** The report of each load: what was read is what was loaded, repeated, rejected and left out. */
export async function seedLoads(
  trx: Trx,
  { calendar, campaigns }: DemoData,
  sources: DemoSources,
): Promise<DemoLoad[]> {
  const random = randomOf('loads');
  const wanted = campaigns.flatMap((campaign) => [
    ...(campaign.calls.length > 0 ? [{ campaign, isRunning: false }] : []),
    ...(campaign.plan.status === 'CARGANDO AUDIENCIA' ? [{ campaign, isRunning: true }] : []),
  ]);
  const ids = await takeIds(trx, 'audienceLoad', wanted.length);
  const rows = wanted.map(({ campaign, isRunning }, index) => {
    const { plan } = campaign;
    const source = isRunning ? 'csv' : (plan.source ?? 'csv');
    const origin = source === 'csv' ? null : aboutTheSame(sources[source], plan.name);
    const loaded = isRunning ? 1_260 : campaign.calls.length;
    const duplicates = random.int(0, Math.ceil(loaded * 0.03));
    const rejected = plan.name === REJECTED_LOAD ? REJECTED_ROWS : 0;
    const skippedBlocked = plan.start > -120 ? random.int(0, 9) : 0;
    const createdAt = isRunning ? new Date(calendar.now.getTime() - 240_000) : campaign.loadedAt;
    return {
      id: ids[index]!,
      campaignId: campaign.id,
      source,
      sourceId: origin && String(origin.id),
      name: origin?.name ?? fileName(plan.name, isRunning),
      status: isRunning ? 'RUNNING' : 'COMPLETED',
      attempt: 1,
      phase: 'READING',
      progress: isRunning ? FAR_AHEAD : 1,
      read: loaded + duplicates + rejected + skippedBlocked,
      loaded,
      duplicates,
      rejected,
      skippedBlocked,
      ignoredColumns: rejected > 0 ? ['observaciones', 'id interno'] : [],
      createdBy: campaign.coordinator.id,
      createdAt,
      finishedAt: isRunning ? null : new Date(createdAt.getTime() + random.int(4_000, 40_000)),
    };
  });
  await insertMany(trx, 'audienceLoad', rows);
  await writeFiles(
    trx,
    rows.filter((row) => row.source === 'csv'),
  );
  const reported = rows.find((row) => row.rejected > 0);
  if (reported) await writeRejected(trx, reported.id, reported.read);
  return rows.map(({ id, name, createdAt }, index) => ({ id, name, createdAt, ...wanted[index]! }));
}

const wordsOf = (text: string) => fold(text).split(/[^a-z0-9]+/);

/** The form or audience whose name shares the most words with the campaign's. */
function aboutTheSame(sources: DemoSources['form'], campaign: string) {
  const words = new Set(wordsOf(campaign));
  const shared = (name: string) => wordsOf(name).filter((word) => words.has(word)).length;
  return sources.toSorted((a, b) => shared(b.name) - shared(a.name))[0]!;
}

const fileName = (campaign: string, isMore: boolean) =>
  `${fold(campaign)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/_$/, '')
    .slice(0, 40)}${isMore ? '_2' : ''}.csv`;

/** The files themselves are gone from storage, as after every finished load. */
async function writeFiles(trx: Trx, loads: readonly { id: number; name: string; read: number }[]): Promise<void> {
  const rows = loads.map(({ id, name, read }) => ({
    loadId: id,
    fileNo: 1,
    originalName: name,
    bytes: read * 96 + 74,
    sha256: createHash('sha256').update(name).digest(),
    header: HEADER,
  }));
  await insertMany(trx, 'audienceLoadFile', rows);
}

async function writeRejected(trx: Trx, loadId: number, read: number): Promise<void> {
  const step = Math.floor(read / (REJECTED_ROWS + 1));
  const rows = Array.from({ length: REJECTED_ROWS }, (_, index) => {
    const [reason, cells] = REJECTED[index % REJECTED.length]!;
    return { loadId, fileNo: 1, line: 2 + (index + 1) * step, reason, cells: [...cells] };
  });
  await insertMany(trx, 'rejectedRow', rows);
}

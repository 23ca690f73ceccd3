import { api } from '@campanero/contract';
import { productDay } from '@campanero/contract/shared/dates';
import { expect, test } from 'vitest';
import { ownerUrl } from '../../src/db/embedded/ensure-database.ts';
import { placeData } from '../../src/db/embedded/place-data.ts';
import { everyFile, everyRow, filesWithBytes, traces } from '../traces.ts';
import { aCampaign, aFolder, type Client, clientOf, load, npm, start, stop } from './erasing-server.ts';
import { untilWorks } from './postgres-holder.ts';

const PATIENCE_MS = 180_000;
/** FAULTS_SEED repeats a run; FAULTS_LIVES and FAULTS_STEPS make it longer. */
const LIVES = Number(process.env['FAULTS_LIVES'] ?? 4);
const STEPS = Number(process.env['FAULTS_STEPS'] ?? 12);
const SEED = Number(process.env['FAULTS_SEED'] ?? Date.now() % 1_000_000);

/** mulberry32 */
function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (n: number) => Math.floor(next() * n);
  return { upTo, pick: <T>(values: readonly T[]): T => values[upTo(values.length)]! };
}
const random = createRandom(SEED);

/** A person with unique words, and all their names. */
interface Life {
  personId: number;
  first: string;
  last: string;
  number: string;
  document: string;
  email: string;
  /** Folded; none may be left. */
  words: string[];
  changes: number;
}

interface Place {
  call: Client;
  campaignId: number;
  stateId: number;
  /** A call to another person. */
  other: { id: number; number: string; personId: number };
}

const letters = (n: number) => String.fromCharCode(97 + n, 97 + ((n * 7) % 26));

async function bear({ call, campaignId }: Place, n: number): Promise<Life> {
  const life = {
    first: `Xyló${letters(n)}`,
    last: `Brumbléth${letters(n)}`,
    number: String(1_147_110_900 + n),
    document: String(47_111_200 + n * 3),
    email: `xylo${letters(n)}@brumbleth.example`,
    changes: 0,
  };
  const content = `Teléfono;Nombre;Apellido;DNI;Correo\n${life.number};${life.first};${life.last};${life.document};${life.email}\n`;
  await load(call, campaignId, content);
  const { persons } = await call(api.personalData.search, { body: { text: life.document } });
  return {
    ...life,
    personId: persons[0]!.id,
    words: [`brumbleth${letters(n)}`, `xylo${letters(n)}@`, life.document, life.number, life.number.slice(2)],
  };
}

const ACTIONS: ((place: Place, life: Life) => Promise<unknown>)[] = [
  // Registered and noted on their own call.
  async ({ call, campaignId, stateId }, { personId, first, last }) => {
    const { calls } = await call(api.personalData.calls, { params: { id: personId }, query: {} });
    await call(api.calls.register, {
      params: { id: campaignId, callId: calls[0]!.id },
      body: { stateId, observations: `${first} ${last} pide otra hora`, personId },
    });
  },
  // On another person's call, as sure and as possible matches.
  async ({ call, other }, { first, last, number }) => {
    const params = { phone: other.number, callId: other.id };
    const { version } = await call(api.contacts.detail, { params });
    await call(api.contacts.saveDetail, {
      params,
      body: {
        version,
        observations: random.pick([
          `Madre de ${first} ${last}`,
          `Vecina de la Sra. ${last}`,
          `Otro teléfono: ${number.slice(2, 6)}-${number.slice(6)}`,
          `${last.toUpperCase()}, ${first}\nllamar de tarde`,
        ]),
      },
    });
  },
  ({ call, campaignId, stateId, other }, { first, last }) =>
    call(api.calls.register, {
      params: { id: campaignId, callId: other.id },
      body: { stateId, observations: random.pick([`Habla ${first} ${last}`, `Dice ${last}`]) },
    }),
  // Corrected: the old values are only in the audit.
  async ({ call }, life) => {
    const { person } = await call(api.personalData.person, { params: { id: life.personId } });
    life.changes += 1;
    const document = String(Number(life.document) + 50_000 * life.changes);
    const email = `xylo${life.changes}.${life.email}`;
    life.words.push(document);
    await call(api.contacts.rectify, {
      params: { id: life.personId },
      body: { version: person.version, document, email, reason: `Lo dijo ${life.last}` },
    });
  },
  async ({ call }, life) => {
    const { person } = await call(api.personalData.person, { params: { id: life.personId } });
    await call(api.contacts.rectify, {
      params: { id: life.personId },
      body: { version: person.version, businessName: `${life.last} e hijos`, reason: 'Tiene un comercio' },
    });
  },
  // Rejected rows: a column between the names, no area code, an older document.
  ({ call, campaignId }, { first, last, number, document }) =>
    load(
      call,
      campaignId,
      `telefono;nombre;genero;apellido;documento\n12;${first};F;${last};\n15 ${number.slice(2, 6)}-${number.slice(6)};Sra;F;Algo;\n12;x;F;y;${document}\n`,
    ),
  ({ call }, { first, last }) => call(api.quickPanel.addNote, { body: { text: `Yerba\nLlamar a ${last} ${first}` } }),
  async ({ call, campaignId }) => {
    const asked = await call(api.exports.audience, { params: { id: campaignId }, query: {} });
    await untilWorks(async () => {
      const made = await call(api.exports.detail, { params: { id: asked.id } });
      if (made.status !== 'COMPLETED') throw new Error(`the export is ${made.status}`);
    }, PATIENCE_MS);
  },
  // Requests without a person, and of another person, that name them.
  ({ call, other }, { first, last, number }) =>
    call(api.personalData.createRequest, {
      body: {
        kinds: ['ACCESO'],
        channel: 'NOTA',
        receivedOn: productDay(new Date()),
        asker: `${first} ${last}`,
        contact: number,
        personId: random.pick([null, other.personId]),
      },
    }),
];

async function die({ call }: Place, life: Life): Promise<void> {
  const params = { id: life.personId };
  const { id: requestId } = await call(api.personalData.createRequest, {
    body: {
      kinds: ['SUPRESION'],
      channel: 'NOTA',
      receivedOn: productDay(new Date()),
      asker: `${life.first} ${life.last}`,
      identification: { means: 'DNI' },
      personId: life.personId,
    },
  });
  await call(api.erasure.ask, { params, body: { requestId, confirmation: life.last, keepBlock: false } });
  await untilWorks(async () => {
    const { candidates } = await call(api.erasure.candidates, { params, query: { pageSize: '50' } });
    for (const { id, decision } of candidates)
      if (decision === null) await call(api.erasure.decide, { params: { id }, body: { decision: 'ERASE' } });
    const { last } = await call(api.erasure.view, { params });
    if (!last?.finishedAt) throw new Error(`the erasure is at ${last?.step}`);
  }, PATIENCE_MS);
}

/** Answers all open requests: then the register names no one. */
async function answerAll({ call }: Place): Promise<void> {
  const { requests } = await call(api.personalData.requests, { query: { state: 'ABIERTO', pageSize: '100' } });
  for (const { id, version, asker } of requests)
    if (asker.startsWith('Xyló'))
      await call(api.personalData.answerRequest, {
        params: { id },
        body: { state: 'RECHAZADO', answer: 'Ya se borró', version },
      });
}

test(`random lives of erased persons leave no row, no file and no byte (seed ${SEED})`, async () => {
  const here = await aFolder();
  const server = start({ DATA_DIR: here });
  const call = await clientOf(server, 'admin@demo.gob.ar');
  const campaignId = await aCampaign(call);
  const { states } = await call(api.campaigns.detail, { params: { id: campaignId } });
  const { calls } = await call(api.audience.list, { params: { id: campaignId }, query: { pageSize: '10' } });
  const { id, number } = calls.find(({ blocked }) => !blocked)!;
  const { persons } = await call(api.personalData.search, { body: { text: number } });
  const place: Place = { call, campaignId, stateId: states[0]!.id, other: { id, number, personId: persons[0]!.id } };
  const lives: Life[] = [];
  for (let n = 0; n < LIVES; n += 1) {
    const life = await bear(place, n);
    lives.push(life);
    for (let step = 0; step < STEPS; step += 1) await random.pick(ACTIONS)(place, life);
    await die(place, life);
  }
  await answerAll(place);
  const words = lives.flatMap((life) => life.words);
  const numbers = lives.map((life) => life.number);
  const { socketDir } = await placeData(here);
  const rows = async () => traces(await everyRow(ownerUrl(socketDir)), words);
  await untilWorks(async () => {
    const left = await rows();
    if (left.length > 0) throw new Error(left.join('\n'));
  }, PATIENCE_MS);
  expect(traces(await everyFile(here), words)).toEqual([]);
  await npm('erasures:purge', [], { DATA_DIR: here });
  expect(await filesWithBytes(here, words, numbers)).toEqual([]);
  await stop(server);
  expect(await npm('verify', [], { DATA_DIR: here })).toContain('Todo coincide.');
});

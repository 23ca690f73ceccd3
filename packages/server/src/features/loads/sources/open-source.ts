import { type Db, selectRows } from '../../../db/index.ts';
import { createPlaceIndex, type PlaceRules } from '@campanero/contract/loads/csv/places';
import { AUDIENCE_FIELDS, type PersonFields } from '@campanero/contract/loads/csv/columns';
import { readPerson } from '@campanero/contract/loads/csv/read-person';
import type { RejectedRow } from '@campanero/contract/loads/csv/record-reader';
import type { PeopleFilters } from '@campanero/contract/loads/schemas';
import { may } from '@campanero/contract/roles';
import { productDay } from '@campanero/contract/shared/dates';
import { LoadFailure, type RunningLoad, streamCampaignPeople } from '../../../call-store/load/index.ts';
import { RowEncoder } from '../../../call-store/row-encoder.ts';
import type { Ctx } from '../../../work/index.ts';
import { findAudience } from '../../audience/audience.queries.ts';
import { readInstallation } from '../../installation/installation.queries.ts';
import { selectLocationTree } from '../../lookups/lookups.queries.ts';
import { findPresentViewer } from '../../service-accounts/service-accounts.queries.ts';
import { listSpellings } from '../spellings/spellings.queries.ts';
import { createFileSource, createStreamSource, type SourceFile } from './audience-files.ts';
import type { ReadableSource } from './findings.ts';

const NOT_ALLOWED_ANY_MORE = 'Quien pidió la carga ya no puede cargar audiencias o ver la campaña de origen.';
const FILE_MISSING = 'El archivo ya no está en el servidor: vuelva a subirlo.';

export const readPlaceRules = async ({ db }: Ctx, { dropPlaces }: RunningLoad): Promise<PlaceRules> => ({
  tree: await selectLocationTree(db),
  spellings: await listSpellings(db),
  dropsUnknown: dropPlaces,
  home: await readInstallation(db),
});

export async function openSource(ctx: Ctx, load: RunningLoad, places: PlaceRules): Promise<ReadableSource> {
  const sourceId = load.sourceId ?? '';
  if (load.source === 'dashboard') {
    const audience = await ctx.orion.find(sourceId);
    return createRemoteSource(ctx.orion.contacts(sourceId), audience?.total ?? 0, places);
  }
  if (load.source === 'form') {
    const form = await ctx.forms.find(sourceId);
    return createRemoteSource(ctx.forms.registrations(sourceId), form?.available ?? 0, places);
  }
  if (load.source === 'campaign') return openCampaign(ctx, load, places);
  const files = await listFiles(ctx.db, load.id);
  for (const { fileKey } of files) if (!(await ctx.files.exists(fileKey))) throw new LoadFailure(FILE_MISSING);
  if (files.length === 0) throw new LoadFailure(FILE_MISSING);
  return createFileSource(ctx.files, files, places);
}

/** What the user who asked may do now decides. */
async function openCampaign(ctx: Ctx, load: RunningLoad, places: PlaceRules): Promise<ReadableSource> {
  const { db, databaseUrl, clock } = ctx;
  const viewer = await findPresentViewer(db, load.createdBy, clock());
  const mayTake = viewer && may(viewer, 'audience.load') && may(viewer, 'campaign.create');
  const audience = mayTake ? await findAudience(db, viewer, Number(load.sourceId), clock()) : undefined;
  if (!viewer || !audience) throw new LoadFailure(NOT_ALLOWED_ANY_MORE);
  // As checked when it was asked for.
  const query = load.sourceFilters as PeopleFilters;
  return createStreamSource(
    {
      rows: audience.nextPosition,
      read: (signal) => streamCampaignPeople({ db, databaseUrl, signal, viewer, audience, query }),
    },
    places,
  );
}

const listFiles = (db: Db, loadId: number) =>
  selectRows<SourceFile>(db)`
    select file_no, file_key, bytes, kind, sheet from audience_load_file
    where load_id = ${loadId} and file_key is not null order by file_no`;

const ROW_BYTES = 256;

/** People of another system, validated like rows of a file: an invalid one is rejected alone and reported. */
function createRemoteSource(
  pages: AsyncIterable<readonly PersonFields[]>,
  expected: number,
  placeRules: PlaceRules,
): ReadableSource {
  const places = createPlaceIndex(placeRules);
  return {
    async *batches(signal) {
      const rules = { places, today: productDay(Date.now()) };
      const encoder = new RowEncoder();
      let line = 0;
      for await (const page of pages) {
        signal.throwIfAborted();
        encoder.begin(page.length * ROW_BYTES);
        const rejected: RejectedRow[] = [];
        for (const fields of page) {
          const read = readPerson(fields, rules, (line += 1));
          if ('reason' in read) rejected.push({ line, reason: read.reason, cells: cellsOf(fields) });
          else encoder.add(read);
        }
        yield { fileNo: 1, pack: encoder.finish(), rejected, done: Math.min(line / Math.max(expected, 1), 1) };
      }
    },
    shapes: () => [],
    unknownPlaces: () => places.unknown(),
  };
}

/** In column order of the CSV of rejected rows. */
const cellsOf = (fields: PersonFields) => AUDIENCE_FIELDS.map((field) => fields[field] ?? '');

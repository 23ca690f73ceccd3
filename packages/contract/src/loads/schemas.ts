import { z } from 'zod';
import { audienceListQuery } from '../audience/list-schemas.ts';
import { audienceFilterFields } from '../audience/filters.ts';
import { AUDIENCE_MAX_BYTES, AUDIENCE_MAX_FILES } from '../limits.ts';
import { PLACE_LEVELS } from '../lookups/schemas.ts';
import type { FileRules } from '../shared/files.ts';
import { digitsAs, flag, idNumber, instant, intBetween } from '../shared/paging.ts';
import type { OfficialPlace } from './csv/places.ts';
import { WORKBOOK_REFUSALS } from './xlsx/workbook-fault.ts';
import { LOAD_SOURCES } from './sources.ts';
import { rawText } from '../shared/text-schema.ts';

export const AUDIENCE_FILES: FileRules = {
  field: 'audience[]',
  maxFiles: AUDIENCE_MAX_FILES,
  maxBytes: AUDIENCE_MAX_BYTES,
  kinds: ['csv', 'xlsx'],
};

export const TABLE_ERRORS = ['NO_FILE', ...WORKBOOK_REFUSALS] as const;

export const sheetName = rawText(255, { tooLong: 'El nombre de la hoja es demasiado largo.' }).optional();
/** Which sheet of each file is loaded, by its name; without one the first that people see. A CSV has none. */
export const sheetChoice = z.object({ sheet1: sheetName, sheet2: sheetName });
export type SheetChoice = z.output<typeof sheetChoice>;

/** A row with an unknown place is rejected, or loaded without it. */
const UNKNOWN_PLACES = ['reject', 'drop'] as const;

/** Optional exclusions and the choice about places, whatever the source. */
export const loadOptions = z.object({
  places: z.enum(UNKNOWN_PLACES).optional(),
  excludeCalledDays: digitsAs(intBetween(1, 3650, 'Ingrese una cantidad de días entre 1 y 3650.')).optional(),
  excludeActive: flag.optional(),
});
export type LoadOptions = z.output<typeof loadOptions>;

/** What the audience list filters by; nobody has calls of their own here. */
export const peopleFilters = audienceFilterFields
  .omit({ assigned: true })
  .extend({ general: audienceListQuery.shape.general });
export type PeopleFilters = z.output<typeof peopleFilters>;

/** The people of another campaign that the filters of its audience list find. */
export const peopleOfCampaign = loadOptions.extend({ campaignId: idNumber, filters: peopleFilters });
export type PeopleOfCampaign = z.output<typeof peopleOfCampaign>;

/** From which campaign a load took its people. */
const loadOrigin = z.object({
  /** Null, and without filters, if the reader may not see that campaign. */
  campaignId: z.number().nullable(),
  /** In words; none: the whole audience. */
  filters: z.array(z.object({ label: z.string(), value: z.string() })),
});
export type LoadOrigin = z.infer<typeof loadOrigin>;

/** An official place that may be meant; `within` is '' for a district. */
const officialPlace = z.object({
  districtId: z.string(),
  sectionId: z.string().nullable(),
  subsectionId: z.string().nullable(),
  name: z.string(),
  within: z.string(),
}) satisfies z.ZodType<OfficialPlace>;

/** A name of the source that matches no official place, reported once for its district. */
const unknownPlace = z.object({
  level: z.enum(PLACE_LEVELS),
  name: z.string(),
  /** The official district in which it was looked for; null: in the whole country. */
  districtName: z.string().nullable(),
  rows: z.number(),
  closest: z.array(officialPlace),
  /** The place stored for this spelling by now, for the next load; null: none. */
  remembered: z.string().nullable(),
});
export type UnknownPlaceReport = z.infer<typeof unknownPlace>;
/** Only the most frequent unknown places are reported by name. */
export const UNKNOWN_PLACES_MAX = 200;

/** For the page when the import is refused, and for the notification when it fails later. */
export const IMPORT_FAILED = 'Hubo un fallo al importar la audiencia. Inténtelo de nuevo o contacte con el soporte.';

/** The last load of a campaign: read = loaded + duplicates + rejected + skipped (rule audience-files/report-adds-up). */
export const audienceLoad = z.object({
  id: z.number(),
  status: z.enum(['RUNNING', 'COMPLETED', 'ERROR', 'CANCELLED']),
  source: z.enum(LOAD_SOURCES),
  name: z.string(),
  /** Null for other sources. */
  origin: loadOrigin.nullable(),
  /** 0 to 1. */
  progress: z.number(),
  /** Loads before this one while it waits for its turn; null: it is being worked on, or over. */
  ahead: z.number().nullable(),
  read: z.number(),
  loaded: z.number(),
  duplicates: z.number(),
  rejected: z.number(),
  skipped: z.number(),
  skippedBreakdown: z.object({ blocked: z.number(), called: z.number(), active: z.number() }),
  ignoredColumns: z.array(z.string()),
  /** What was chosen for rows with unknown places. */
  places: z.enum(UNKNOWN_PLACES),
  /** How many different ones there were; the most frequent are named in `unknownPlaces`. */
  unknownPlacesCount: z.number(),
  unknownPlaces: z.array(unknownPlace),
  /** Rows that were taken without a place that they name. */
  rowsWithoutPlace: z.number(),
  failure: z.string().nullable(),
  userName: z.string(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  /** Until when the rejected rows are kept; null: there are none, or none any more. */
  rejectedUntil: instant.nullable(),
});
export type AudienceLoad = z.infer<typeof audienceLoad>;

/** A completed load. */
export const pastLoad = audienceLoad
  .pick({
    id: true,
    source: true,
    name: true,
    origin: true,
    read: true,
    loaded: true,
    duplicates: true,
    rejected: true,
  })
  .extend({ skipped: z.number(), userName: z.string(), finishedAt: instant });
export type PastLoad = z.infer<typeof pastLoad>;
/** Older ones are not listed. */
export const PAST_LOADS_MAX = 50;

/** The most frequent reasons of the first `looked` rejected rows, quoted values left out: «…». */
export const rejectedReasons = z.object({
  looked: z.number(),
  /** Reasons that are not listed. */
  moreReasons: z.number(),
  /** As in the CSV, long ones cut. */
  columns: z.array(z.string()),
  reasons: z.array(
    z.object({
      reason: z.string(),
      count: z.number(),
      rows: z.array(z.object({ fileNo: z.number(), line: z.number(), cells: z.array(z.string()) })),
    }),
  ),
});
export type RejectedReasons = z.infer<typeof rejectedReasons>;

export const loadAccepted = z.object({ id: z.number(), status: z.literal('CARGANDO AUDIENCIA') });

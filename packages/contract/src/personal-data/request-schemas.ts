import { z } from 'zod';
import { day, instant, longId, longIdNumber, named, pageOf, pagingQuery, rowVersion } from '../shared/paging.ts';
import { line, text } from '../shared/text-schema.ts';

/** What a citizen may ask for about their data, as screens and audit call it. */
export const REQUEST_KINDS = {
  ACCESO: 'Acceso',
  RECTIFICACION: 'Rectificación',
  SUPRESION: 'Supresión',
  OPOSICION: 'Oposición',
} as const;
export type RequestKind = keyof typeof REQUEST_KINDS;

export const REQUEST_CHANNELS = {
  MOSTRADOR: 'Mostrador',
  TELEFONO: 'Teléfono',
  CORREO: 'Correo',
  NOTA: 'Nota en papel',
  WEB: 'Formulario web',
  OTRO: 'Otro',
} as const;
type RequestChannel = keyof typeof REQUEST_CHANNELS;

export const REQUEST_STATES = { ABIERTO: 'Abierto', CUMPLIDO: 'Cumplido', RECHAZADO: 'Rechazado' } as const;
type RequestState = keyof typeof REQUEST_STATES;

const oneOf = <K extends string>(names: Record<K, string>) => z.enum(Object.keys(names) as [K, ...K[]]);
const kind = oneOf<RequestKind>(REQUEST_KINDS);
const channel = oneOf<RequestChannel>(REQUEST_CHANNELS);
const state = oneOf<RequestState>(REQUEST_STATES);

/** Stands in a request in place of the words that were removed. */
export const REMOVED_WORDS = '(borrado)';

export const dataRequest = z.object({
  id: z.number(),
  kind,
  channel,
  state,
  receivedOn: z.iso.date(),
  dueOn: z.iso.date(),
  /** Whose data they are, once that is known; the name is null where none is held any more. */
  person: z.object({ id: z.number(), name: z.string().nullable() }).nullable(),
  asker: z.string(),
  contact: z.string(),
  detail: z.string(),
  attendedBy: named.nullable(),
  answer: z.string().nullable(),
  answeredBy: named.nullable(),
  answeredAt: instant.nullable(),
  /** The report that was handed over. */
  exportId: z.string().nullable(),
  createdBy: named,
  createdAt: instant,
  version: z.number(),
});
export type DataRequest = z.infer<typeof dataRequest>;

const REQUEST_ORDER = ['dueOn', 'receivedOn', 'id'] as const;
export type RequestOrder = (typeof REQUEST_ORDER)[number];
export const requestFilters = z.object({
  kind: kind.optional(),
  /** Absent: all of them, the open ones first. */
  state: state.optional(),
  /** Only those that one attends. */
  mine: z.enum(['1']).optional(),
  personId: longId.optional(),
});
export type RequestFilters = z.infer<typeof requestFilters>;
export const requestQuery = pagingQuery(REQUEST_ORDER).extend(requestFilters.shape);
export type RequestQuery = z.infer<typeof requestQuery>;
export const requestPage = pageOf('requests', dataRequest);

const LONG_TEXT = 5000;
const longText = text(LONG_TEXT);
export const requestBody = z.object({
  kind,
  channel,
  receivedOn: day,
  asker: line(200).min(1, 'Indique quién lo pide.'),
  contact: line(300).default(''),
  detail: longText.default(''),
  personId: longIdNumber.nullable().default(null),
});
export type RequestBody = z.input<typeof requestBody>;

/** Whose request it is, who attends it; what is absent stays. */
export const requestPatch = z.object({
  personId: longIdNumber.nullable().optional(),
  /** `true`: whoever asks attends it from now on; `false`: nobody does. */
  attend: z.boolean().optional(),
  version: rowVersion,
});
export const forgetBody = requestPatch.pick({ version: true });
export const answerBody = z.object({
  state: z.enum(['CUMPLIDO', 'RECHAZADO']),
  answer: longText.min(5, 'Escriba qué se respondió, con al menos 5 caracteres.'),
  /** The report that is handed over with the answer. */
  exportId: z.uuid().nullable().default(null),
  version: rowVersion,
});
export type AnswerBody = z.input<typeof answerBody>;

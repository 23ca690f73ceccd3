import { z } from 'zod';
import { day, instant, longId, longIdNumber, named, pagingQuery, rowVersion, keyOf } from '../shared/paging.ts';
import { changeReason, line, list, text } from '../shared/text-schema.ts';

/** What a citizen may ask for about their data, in the order in which it can be done: after erasing there is nothing left to do. */
export const REQUEST_KINDS = {
  ACCESO: 'Acceso',
  RECTIFICACION: 'Rectificación',
  OPOSICION: 'Oposición',
  SUPRESION: 'Supresión',
} as const;
export type RequestKind = keyof typeof REQUEST_KINDS;

/** How it was checked that the request comes from the person whose data they are. */
export const IDENTIFICATIONS = {
  DNI: 'Mostró su DNI',
  DATOS: 'Dijo datos que coinciden con los guardados',
  NUMERO: 'Llamó, o se lo llamó, a su número',
  CORREO: 'Escribió desde su correo',
  APODERADO: 'Apoderado o representante, con documentación',
  OTRO: 'De otra manera',
} as const;
/** Whatever reveals, changes or erases data needs it. Nobody is harmed by not being called. */
export const needsIdentification = (kind: RequestKind): boolean => kind !== 'OPOSICION';

export const REQUEST_CHANNELS = {
  MOSTRADOR: 'Mostrador',
  TELEFONO: 'Teléfono',
  CORREO: 'Correo',
  NOTA: 'Nota en papel',
  WEB: 'Formulario web',
  OTRO: 'Otro',
} as const;

export const REQUEST_STATES = { ABIERTO: 'Abierto', CUMPLIDO: 'Cumplido', RECHAZADO: 'Rechazado' } as const;

const kind = keyOf(REQUEST_KINDS);
const channel = keyOf(REQUEST_CHANNELS);
const state = keyOf(REQUEST_STATES);

export const REMOVED_TEXT = '(borrado)';

const IDENTIFICATION_NOTE = 300;
const identification = z.object({ means: keyOf(IDENTIFICATIONS), note: z.string() });

export const dataRequest = z.object({
  id: z.number(),
  /** The first of `kinds`, for clients that know of one only. */
  kind,
  /** Everything it asks for, each with when it was done; `doneBy` is null where the system did it. */
  kinds: z.array(z.object({ kind, doneAt: instant.nullable(), doneBy: named.nullable() })),
  channel,
  state,
  receivedOn: z.iso.date(),
  dueOn: z.iso.date(),
  /** Whose data they are, once that is known; the name is null where none is held any more. */
  person: z.object({ id: z.number(), name: z.string().nullable() }).nullable(),
  asker: z.string(),
  contact: z.string(),
  detail: z.string(),
  identification: identification.nullable(),
  attendedBy: named.nullable(),
  answer: z.string().nullable(),
  answeredBy: named.nullable(),
  answeredAt: instant.nullable(),
  /** Why it was closed as fulfilled although something was not done. */
  undoneReason: z.string().nullable(),
  /** The newest report that was made for it. */
  exportId: z.string().nullable(),
  createdBy: named,
  createdAt: instant,
  version: z.number(),
});
export type DataRequest = z.infer<typeof dataRequest>;

export function kindsInWords(kinds: readonly { kind: RequestKind }[]): string {
  const names = kinds.map(({ kind }, index) => (index === 0 ? REQUEST_KINDS[kind] : REQUEST_KINDS[kind].toLowerCase()));
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} y ${last}`;
}

const REQUEST_ORDER = ['dueOn', 'receivedOn', 'id'] as const;
export type RequestOrder = (typeof REQUEST_ORDER)[number];
export const requestFilters = z.object({
  kind: kind.optional(),
  /** Absent: all of them, the open ones first. */
  state: state.optional(),
  /** Attended by the caller. */
  mine: z.enum(['1']).optional(),
  personId: longId.optional(),
});
export type RequestFilters = z.infer<typeof requestFilters>;
export const requestQuery = pagingQuery(REQUEST_ORDER).extend(requestFilters.shape);
export type RequestQuery = z.infer<typeof requestQuery>;

const LONG_TEXT = 5000;
const longText = text(LONG_TEXT);
const identificationBody = z
  .object({ means: identification.shape.means, note: line(IDENTIFICATION_NOTE).default('') })
  .refine(({ means, note }) => means !== 'OTRO' || note.length >= 5, {
    path: ['note'],
    message: 'Indique cómo, con al menos 5 caracteres.',
  });
export type IdentificationBody = z.input<typeof identificationBody>;

const NO_KIND = 'Indique qué pide.';
export const requestBody = z
  .object({
    /** From clients that send a single kind instead of `kinds`. */
    kind: kind.optional(),
    kinds: list(kind, 4, { tooLong: 'Cada cosa se pide una vez.' }).min(1, NO_KIND).optional(),
    channel,
    receivedOn: day,
    asker: line(200).min(1, 'Indique quién lo pide.'),
    contact: line(300).default(''),
    detail: longText.default(''),
    personId: longIdNumber.nullable().default(null),
    identification: identificationBody.nullable().default(null),
  })
  .refine((body) => body.kind !== undefined || body.kinds !== undefined, { path: ['kinds'], message: NO_KIND });
export type RequestBody = z.input<typeof requestBody>;

/** What is asked for, each once and in the order of REQUEST_KINDS. */
export const requestedKinds = (body: Pick<RequestBody, 'kind' | 'kinds'>): RequestKind[] =>
  (Object.keys(REQUEST_KINDS) as RequestKind[]).filter((each) =>
    body.kinds ? body.kinds.includes(each) : each === body.kind,
  );

/** Whose request it is, how they were identified, who attends it; what is absent stays. */
export const requestPatch = z.object({
  personId: longIdNumber.nullable().optional(),
  /** `true`: the caller attends it from now on; `false`: no one does. */
  attend: z.boolean().optional(),
  identification: identificationBody.optional(),
  version: rowVersion,
});
export const versionBody = requestPatch.pick({ version: true });
export const answerBody = z.object({
  state: z.enum(['CUMPLIDO', 'RECHAZADO']),
  answer: longText.min(5, 'Escriba qué se respondió, con al menos 5 caracteres.'),
  /** Why it is closed as fulfilled although something was not done; without effect when everything was. */
  undoneReason: changeReason.nullable().default(null),
  version: rowVersion,
});

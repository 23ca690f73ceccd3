import { EXPORT_KINDS } from '@campanero/contract/exports/kinds';
import { EXPORT_HOURS } from '@campanero/contract/exports/schemas';
import { REJECTED_ROWS_DAYS } from '@campanero/contract/limits';
import { kindsInWords, REQUEST_STATES } from '@campanero/contract/personal-data/request-schemas';
import { formatDate, formatDateTime, formatDay } from '@campanero/contract/shared/dates';
import type { AuditEntry } from '@campanero/contract/audit-log/endpoints';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { fold } from '@campanero/contract/shared/text';
import { escapeHtml } from '../../work/escape-html.ts';
import { type CallReply, type CopiesReply, loadInWords, type PersonReply } from './personal-data.words.ts';

/** A campaign in which the person was called. */
export type Purpose = { name: string; objectiveName: string; description: string };

interface ReportSource {
  /** '' if the installation has no name. */
  city: string;
  madeAt: Date;
  held: PersonReply;
  calls: readonly CallReply[];
  copies: CopiesReply;
  records: readonly AuditEntry[];
  purposes: readonly Purpose[];
}

type Cell = string | number | null;
interface ReportPart {
  titulo: string;
  /** Explanation for readers who do not know the product. */
  explicacion: string;
  /** Shown instead of an empty table. */
  vacio: string;
  filas: Record<string, Cell>[];
}
/** Shorter words of a name occur in too many texts. */
const NAME_WORD_MIN = 3;
const OMITTED = '(Se omite una parte que se refiere a otra persona.)';

/** Omits lines that contain a word of the name of another person on the number. */
export function withoutOthers(calls: readonly CallReply[], { numbers, name }: PersonReply): CallReply[] {
  const wordsOf = (text: string) => fold(text).split(/[^\p{L}\p{N}]+/u);
  const own = new Set(wordsOf(name));
  return calls.map((call) => {
    const others = numbers.find(({ number }) => number === call.number)?.others ?? [];
    const names = others.flatMap((other) => wordsOf(other.name));
    const words = new Set(names.filter((word) => word.length >= NAME_WORD_MIN && !own.has(word)));
    const strip = (text: string | null) =>
      text &&
      text
        .split('\n')
        .map((line) => (wordsOf(line).some((word) => words.has(word)) ? OMITTED : line))
        .join('\n');
    return {
      ...call,
      observations: strip(call.observations),
      outcomes: call.outcomes.map((outcome) => ({
        ...outcome,
        observations: strip(outcome.observations),
        reason: strip(outcome.reason),
      })),
      answers: call.answers.map(({ answer, before, ...asked }) => ({
        ...asked,
        answer: strip(answer) ?? '',
        before: before.map((words) => strip(words) ?? ''),
      })),
    };
  });
}

const AFFINITIES: Record<number, string> = { 1: 'neutra', 2: 'positiva', 3: 'negativa' };

const SUBACTIONS: Record<AuditEntry['subaction'], string> = {
  ACCIÓN: 'Consultó o gestionó sus datos',
  ASIGNAR: 'Asignó un llamado',
  CREAR: 'Registró un llamado',
  EXPORTAR: 'Hizo un archivo',
  GENERAR: 'Hizo un informe',
  ACTUALIZAR: 'Cambió datos',
  SEGMENTAR: 'Repartió llamados',
};

function describeRecord({ subaction, info }: AuditEntry): string {
  const action = info.modifications.find(({ label }) => label === 'Acción')?.value;
  if (typeof action === 'string') return action;
  const labels = [...new Set([...info.entries, ...info.modifications].map(({ label }) => label))];
  return labels.length === 0 ? SUBACTIONS[subaction] : `${SUBACTIONS[subaction]}: ${labels.join(', ')}`;
}

const joined = (mark: string, texts: readonly (string | false | null)[]) => texts.filter(Boolean).join(mark);

const data = ({ held }: ReportSource): ReportPart => ({
  titulo: 'Qué datos suyos guardamos',
  explicacion: 'Cada dato con el lugar de donde vino, hasta donde el sistema lo sabe.',
  vacio: 'No guardamos datos suyos además de lo que sigue.',
  filas: held.fields.map(({ label, value, origin }) => ({ Dato: label, Valor: value, 'De dónde vino': origin })),
});

const phones = ({ held }: ReportSource): ReportPart => ({
  titulo: 'Sus números de teléfono',
  explicacion: 'Los números en los que podemos llamarlo y desde cuándo los tenemos.',
  vacio: 'No tenemos ningún número suyo.',
  filas: held.numbers.map(({ number, mobile, wrong, since, blocked, others }) => ({
    Número: formatPhone(number),
    Tipo: mobile ? 'Celular' : 'Sin indicar',
    Desde: formatDate(since),
    Situación: joined(' ', [
      wrong && 'Marcado como equivocado.',
      blocked ?? 'Se lo puede llamar.',
      others.length > 0 && 'En este número también figura otra persona, cuyos datos no son parte de este informe.',
    ]),
  })),
});

const marks = ({ held }: ReportSource): ReportPart => ({
  titulo: 'Marcas sobre usted',
  explicacion: 'Lo que se anotó de usted, quién lo hizo y cuándo.',
  vacio: 'No hay marcas.',
  filas: held.flags.map(({ label, isSet, userName, at }) => ({
    Marca: label,
    Valor: isSet ? 'Sí' : 'No',
    'Quién la cambió': userName ?? (isSet ? 'No se sabe' : 'Nadie'),
    Cuándo: at && formatDateTime(at),
  })),
});

const purposesOf = ({ purposes }: ReportSource): ReportPart => ({
  titulo: 'Para qué los usamos',
  explicacion: 'Las campañas telefónicas en las que figura.',
  vacio: 'No figura en ninguna campaña.',
  filas: purposes.map(({ name, objectiveName, description }) => ({
    Campaña: name,
    Objetivo: objectiveName,
    Descripción: description,
  })),
});

const origins = ({ held }: ReportSource): ReportPart => ({
  titulo: 'Cómo llegaron',
  explicacion: 'Las listas que lo incorporaron a una campaña.',
  vacio: 'El sistema no guardó cómo llegaron sus datos.',
  filas: held.loads.map((load) => ({ Origen: loadInWords(load) })),
});

const outcomes = ({ calls }: ReportSource): ReportPart => ({
  titulo: 'Llamados',
  explicacion: 'Cada vez que se registró algo sobre un llamado a usted, con lo que se anotó.',
  vacio: 'Todavía no se registró ningún llamado.',
  filas: calls.flatMap(({ campaign, number, outcomes }) =>
    outcomes.map((outcome) => ({
      Fecha: formatDateTime(outcome.at),
      'Campaña y número': `${campaign.name}, ${formatPhone(number)}`,
      Resultado: joined(', ', [
        outcome.stateName,
        outcome.substateName,
        outcome.affinity !== null && `comunicación ${AFFINITIES[outcome.affinity]}`,
      ]),
      'Lo que se anotó': outcome.isOfOther
        ? 'Atendió otra persona: lo que dijo no es parte de este informe.'
        : joined(' ', [
            outcome.observations,
            outcome.reason && `Corregido: ${outcome.reason}`,
            outcome.callbackAt && `Volver a llamar el ${formatDateTime(outcome.callbackAt)}.`,
          ]) || null,
      'Quién lo registró': outcome.userName,
    })),
  ),
});

const answers = ({ calls }: ReportSource): ReportPart => ({
  titulo: 'Respuestas a relevamientos',
  explicacion: 'Lo que respondió a las preguntas de una campaña.',
  vacio: 'No hay respuestas suyas.',
  filas: calls.flatMap(({ campaign, answers: given }) =>
    given.map(({ question, answer, before }) => ({
      Campaña: campaign.name,
      Pregunta: question,
      Respuesta: joined(' ', [answer, before.length > 0 && `Antes: ${before.join(' / ')}`]) || null,
    })),
  ),
});

const notes = ({ calls }: ReportSource): ReportPart => ({
  titulo: 'Notas',
  explicacion: 'Notas que quedaron en un llamado a usted, y los llamados que están pendientes.',
  vacio: 'No hay notas ni llamados pendientes.',
  filas: calls
    .filter(({ isOwn, observations, callbackAt }) => isOwn && (observations !== null || callbackAt !== null))
    .map(({ campaign, observations, callbackAt }) => ({
      Campaña: campaign.name,
      Nota: observations,
      'Volver a llamar': callbackAt && formatDateTime(callbackAt),
    })),
});

const readers = ({ records }: ReportSource): ReportPart => ({
  titulo: 'Quién los vio o los cambió',
  explicacion: 'Lo que el sistema registró sobre sus datos y sus llamados: quién, cuándo y qué hizo.',
  vacio: 'No hay registros.',
  filas: records.map((record) => ({
    Fecha: formatDateTime(record.createdAt),
    Quién: record.userName,
    Qué: describeRecord(record),
  })),
});

const files = ({ copies }: ReportSource): ReportPart => ({
  titulo: 'Archivos que pudieron contener sus datos',
  explicacion: `Archivos que se hicieron de una campaña cuando usted ya estaba en ella. Se borran a las ${EXPORT_HOURS} horas.`,
  vacio: 'No se hizo ningún archivo.',
  filas: copies.exports.map(({ kind, campaign, userName, at, expiresAt }) => ({
    Fecha: formatDateTime(at),
    Archivo: joined(' ', [EXPORT_KINDS[kind].label, campaign && `de ${campaign.name}`]),
    'Quién lo pidió': userName,
    Disponible: expiresAt ? `Hasta el ${formatDateTime(expiresAt)}` : 'Ya se borró',
  })),
});

function rejected({ copies }: ReportSource): ReportPart {
  // A name alone may be another person's: such rows are only counted.
  const sure = copies.rejectedRows.filter(({ namedBy }) => namedBy !== 'name');
  const byName = copies.rejectedRows.length - sure.length;
  const more =
    byName === 0
      ? ''
      : byName === 1
        ? 'Hay una fila que tiene su nombre y puede ser de otra persona: por eso no se muestra.'
        : `Hay ${byName} filas que tienen su nombre y pueden ser de otra persona: por eso no se muestran.`;
  return {
    titulo: 'Filas que no se pudieron cargar',
    explicacion:
      `Filas de archivos que lo nombran y fueron rechazadas. Se guardan ${REJECTED_ROWS_DAYS} días para corregirlas. ${sure.length > 0 ? more : ''}`.trim(),
    vacio: more || 'No hay ninguna.',
    filas: sure.map(({ loadName, campaign, cells, reason, at }) => ({
      Fecha: formatDate(at),
      Archivo: loadName,
      Campaña: campaign.name,
      Contenido: cells.filter(Boolean).join(' · '),
      Motivo: reason,
    })),
  };
}

const earlierRequests = ({ held }: ReportSource): ReportPart => ({
  titulo: 'Sus pedidos',
  explicacion: 'Lo que usted pidió antes sobre sus datos y qué se respondió.',
  vacio: 'No hay pedidos anteriores.',
  filas: held.requests.map(({ id, kinds, receivedOn, state, answer, answeredAt }) => ({
    Pedido: `${id}, ${kindsInWords(kinds).toLowerCase()}`,
    Recibido: formatDay(receivedOn),
    Estado: REQUEST_STATES[state],
    Respuesta: answer,
    Respondido: answeredAt && formatDate(answeredAt),
  })),
});

const PARTS = [
  data,
  phones,
  marks,
  purposesOf,
  origins,
  outcomes,
  answers,
  notes,
  readers,
  files,
  rejected,
  earlierRequests,
];

const KEPT_UNTIL = [
  'Sus datos se guardan mientras alguna campaña en la que figura siga abierta y, después, por el plazo de conservación que la ciudad fijó para cada campaña; cumplido ese plazo se hacen anónimos.',
  `Los archivos exportados se borran a las ${EXPORT_HOURS} horas y las filas rechazadas a los ${REJECTED_ROWS_DAYS} días.`,
  'Las cifras de las campañas (cuántos llamados, con qué resultado) se conservan sin decir de quién fueron.',
];

const RIGHTS = [
  'Usted puede pedir gratis, a intervalos de seis meses o más, que se le diga qué datos suyos se guardan (Ley 25.326, artículo 14). La respuesta se da dentro de los diez días corridos.',
  'Puede pedir que se corrijan, se actualicen o se borren (artículo 16). La respuesta se da dentro de los cinco días hábiles; mientras se revisan, sus datos quedan en revisión y no se lo llama.',
  'Puede oponerse a que se lo llame: su número deja de usarse en todas las campañas (artículo 27).',
  'Para pedirlo, preséntese o escriba a la oficina que le entregó este informe, con un documento que acredite su identidad.',
  'Si no está conforme con la respuesta, la Agencia de Acceso a la Información Pública, órgano de control de la Ley 25.326, atiende las denuncias y reclamos por incumplimiento de las normas sobre protección de datos personales. En la Ciudad Autónoma de Buenos Aires rige además la Ley 1.845, cuyo órgano de control es la Defensoría del Pueblo de la Ciudad.',
];

/** The report as JSON; the HTML page is rendered from it, so both say the same. */
export type Report = ReturnType<typeof writeReport>;
export const writeReport = (source: ReportSource) => ({
  titulo: 'Informe de datos personales',
  ciudad: source.city || null,
  persona: source.held.name || 'Sin nombre registrado',
  identificador: source.held.person.id,
  fecha: formatDateTime(source.madeAt),
  partes: PARTS.map((write) => write(source)),
  conservacion: KEPT_UNTIL,
  derechos: RIGHTS,
});

const paragraphs = (texts: readonly string[]) => texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('\n');

/** Rowspan: equal values in consecutive rows; 0 if the row above covers this one. */
function spanOf(filas: readonly Record<string, Cell>[], place: number, column: string): number {
  const value = filas[place]![column];
  if (place > 0 && filas[place - 1]![column] === value) return 0;
  const end = filas.findIndex((row, at) => at > place && row[column] !== value);
  return (end === -1 ? filas.length : end) - place;
}

/** Merges equal consecutive cells of the last column. */
function tableOf({ filas }: ReportPart): string {
  const columns = Object.keys(filas[0] ?? {});
  const last = columns.at(-1)!;
  const head = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('');
  const cell = (row: Record<string, Cell>, place: number, column: string) => {
    const text = escapeHtml(String(row[column] ?? '—'));
    const span = column === last && columns.length > 1 ? spanOf(filas, place, column) : 1;
    if (span === 0) return '';
    return `<td data-head="${escapeHtml(column)}"${span === 1 ? '' : ` rowspan="${span}"`}>${text}</td>`;
  };
  const rows = filas.map((row, place) => `<tr>${columns.map((column) => cell(row, place, column)).join('')}</tr>`);
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${rows.join('\n')}\n</tbody></table>`;
}

const partOf = (part: ReportPart, place: number) => `<section>
<h2>${place + 1}. ${escapeHtml(part.titulo)}</h2>
<p class="what">${escapeHtml(part.explicacion)}</p>
${part.filas.length === 0 ? `<p class="none">${escapeHtml(part.vacio)}</p>` : tableOf(part)}
</section>`;

const headOf = (city: string | null, logo: Buffer | null) =>
  city === null && logo === null
    ? ''
    : `<header>${logo === null ? '' : `<img src="data:image/png;base64,${logo.toString('base64')}" alt="">`}<span>${escapeHtml(city ?? '')}</span></header>\n`;

/** Self-contained HTML without scripts, printable on A4. */
export const reportAsPage = (report: Report, logo: Buffer | null): string => `<!doctype html>
<html lang="es-AR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${escapeHtml(report.titulo)}</title>
<style>
@page { size: A4; margin: 18mm 15mm; }
* { box-sizing: border-box; }
body { font: 11pt/1.45 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; color: #1b1f24; background: #fff; max-width: 186mm; margin: 0 auto; padding: 10mm 5mm; }
header { display: flex; align-items: center; gap: 4mm; margin: 0 0 8mm; font-size: 13pt; font-weight: 600; }
header img { max-width: 60mm; height: 16mm; object-fit: contain; }
h1 { font-size: 20pt; line-height: 1.2; margin: 0 0 2mm; }
h2 { font-size: 13pt; margin: 9mm 0 1mm; break-after: avoid; }
.who { margin: 0 0 6mm; color: #444b55; }
.what { margin: 0 0 3mm; color: #444b55; break-after: avoid; }
.none { margin: 0; font-style: italic; }
table { width: 100%; border-collapse: collapse; font-size: 9.5pt; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td { text-align: left; vertical-align: top; padding: 1.5mm 2mm; border-bottom: 0.3mm solid #c9ced6; overflow-wrap: break-word; white-space: pre-line; }
th { color: #444b55; font-weight: 600; border-bottom-color: #6b7280; }
li { margin-bottom: 2mm; }
footer { margin-top: 10mm; padding-top: 3mm; border-top: 0.3mm solid #c9ced6; font-size: 9pt; color: #444b55; }
@media print { body { padding: 0; max-width: none; } }
@media screen and (max-width: 40rem) {
  thead { display: none; }
  table, tbody, tr, td { display: block; width: 100%; }
  tr { border-bottom: 0.3mm solid #6b7280; padding: 2mm 0; }
  td { border: 0; padding: 0.5mm 0; }
  td::before { content: attr(data-head) ": "; color: #444b55; font-weight: 600; }
}
</style>
</head>
<body>
${headOf(report.ciudad, logo)}<h1>${escapeHtml(report.titulo)}</h1>
<p class="who"><strong>${escapeHtml(report.persona)}</strong> · Identificador ${report.identificador} · Hecho el ${escapeHtml(report.fecha)}</p>
<p>Este informe dice todo lo que el centro de llamados de la ciudad guarda de usted, de dónde vino, para qué se usa, quién lo vio y qué puede pedir.</p>
${report.partes.map(partOf).join('\n')}
<section>
<h2>${report.partes.length + 1}. Hasta cuándo los guardamos</h2>
<ul>
${paragraphs(report.conservacion)}
</ul>
</section>
<section>
<h2>${report.partes.length + 2}. Sus derechos y cómo pedirlos</h2>
<ul>
${paragraphs(report.derechos)}
</ul>
</section>
<footer>Entregado en cumplimiento del artículo 14 de la Ley 25.326 de Protección de los Datos Personales. El archivo datos.json que lo acompaña dice lo mismo en un formato que otros sistemas pueden leer.</footer>
</body>
</html>
`;

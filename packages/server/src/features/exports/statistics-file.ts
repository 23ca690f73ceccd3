import type { ExportFormat } from '@campanero/contract/exports/schemas';
import type { operatorDetailQuery } from '@campanero/contract/monitor/endpoints';
import { formatDateTime, formatDay } from '@campanero/contract/shared/dates';
import { readSpan, type SpanQuery } from '@campanero/contract/shared/span';
import type { CampaignFigures } from '@campanero/contract/statistics/campaign-endpoints';
import type { z } from 'zod';
import { type CallRange, openStatistics } from '../../call-store/read/index.ts';
import type { Db } from '../../db/client.ts';
import { csvOf, type StreamedTable } from '../../db/stream-rows.ts';
import { sizeOfPng } from '../../http/file-content/images.ts';
import { readLetterhead } from '../installation/installation.queries.ts';
import { readOperatorDetail } from '../monitor/monitor.queries.ts';

type Cell = string | number | null;
type Sheet = { name: string; header: readonly string[]; rows: readonly (readonly Cell[])[] };

/** Figures for a workbook (facts and sheets) or for a CSV (one table). */
export interface StatisticsFile {
  facts: readonly (readonly [label: string, value: string])[];
  sheets: readonly Sheet[];
  table: Omit<Sheet, 'name'>;
}

export type BufferedFile = { content: Buffer; rows: number };

const spanFacts = ({ fromdate, todate }: SpanQuery) =>
  [
    ['Desde', fromdate ? formatDateTime(fromdate) : 'El comienzo'],
    ['Hasta', todate ? formatDateTime(todate) : 'Hoy'],
  ] as const;

/** The cards of the campaign's page, in order. */
const cardsOf = (figures: CampaignFigures): [block: string, card: string, count: number][] => [
  ['Llamados', 'Base total', figures.totalCalls],
  ['Llamados', 'Llamados realizados', figures.totalCalled],
  ['Llamados', 'Llamados pendientes', figures.pending],
  ['Llamados', 'Rellamados', figures.totalReCalled],
  ['Resultados', 'Contactados', figures.contacted],
  ['Resultados', 'Efectivos', figures.effective],
  ['Resultados', 'Participa', figures.participate],
  ['Resultados', 'Relevamiento por mail', figures.takeoverByMail],
  ['Resultados', 'Relevamiento por WhatsApp', figures.takeoverByWhatsapp],
  ['Comunicación', 'Positivo', figures.affinity.positive],
  ['Comunicación', 'Neutral', figures.affinity.neutral],
  ['Comunicación', 'Negativo', figures.affinity.negative],
];

/** Per cent with one decimal; null if the base is 0. */
const shareOf = (count: number, base: number) => (base === 0 ? null : Math.round((count / base) * 1000) / 10);

export async function campaignFile(
  db: Db,
  campaign: CallRange & { name: string },
  query: SpanQuery,
): Promise<StatisticsFile> {
  const span = readSpan(query);
  const statistics = await openStatistics(db, campaign);
  const figures = await statistics.figures(span);
  const days = await statistics.days(span);
  const { totalCalls } = figures;
  const cards = cardsOf(figures).map(([block, card, count]) => [block, card, count, shareOf(count, totalCalls)]);
  const byDay = days.map((day) => [formatDay(day.date), day.callsMade, day.contacted, day.effective]);
  const DAY_CARDS = ['Llamados realizados', 'Contactados', 'Efectivos'];
  return {
    facts: [['Campaña', `${campaign.id} ${campaign.name}`], ...spanFacts(query)],
    sheets: [
      { name: 'Resumen', header: ['Bloque', 'Indicador', 'Cantidad', '% de la base'], rows: cards },
      { name: 'Por día', header: ['Fecha', ...DAY_CARDS], rows: byDay },
    ],
    table: {
      header: ['Fecha', 'Bloque', 'Indicador', 'Cantidad', '% de la base'],
      rows: [
        ...cards.map((card) => [null, ...card]),
        ...byDay.flatMap(([date = null, ...counts]) =>
          DAY_CARDS.map((card, index) => [date, 'Por día', card, counts[index] ?? null, null]),
        ),
      ],
    },
  };
}

export async function operatorFile(
  db: Db,
  operator: { id: number; name: string },
  query: z.output<typeof operatorDetailQuery>,
): Promise<StatisticsFile> {
  const { series, dataValues } = await readOperatorDetail(db, operator.id, query);
  const columns: [string, (day: (typeof dataValues)[number], index: number) => Cell][] = [
    ['Fecha', ({ date }) => formatDay(date)],
    ['Llamados', ({ callsMade }) => callsMade],
    ...series.map(({ name, data }): (typeof columns)[number] => [name, (_day, index) => data[index] ?? 0]),
    ['Efectividad %', ({ effectiveness }) => effectiveness],
    ['Contactabilidad %', ({ contactability }) => contactability],
    ['Primer llamado', ({ firstCall }) => firstCall],
    ['Último llamado', ({ lastCall }) => lastCall],
  ];
  const table = {
    header: columns.map(([title]) => title),
    rows: dataValues.map((day, index) => columns.map(([, contentOf]) => contentOf(day, index))),
  };
  const campaigns = query.campaigns?.join(', ') ?? 'Todas';
  return {
    facts: [['Operador', operator.name], ['Campañas', campaigns], ...spanFacts(query)],
    sheets: [{ name: 'Por día', ...table }],
    table,
  };
}

/** CSV like every other table; XLSX with the city and facts above. */
export const inFormat = async (db: Db, file: StatisticsFile, format: ExportFormat) =>
  format === 'xlsx' ? writeWorkbook(file, await readLetterhead(db)) : asTable(file.table);

/** Decimal comma, as Spanish spreadsheets expect. */
const cellText = (cell: Cell) => (typeof cell === 'number' ? String(cell).replace('.', ',') : cell);

export function asTable({ header, rows }: StatisticsFile['table']): StreamedTable {
  const pieces = async function* (): StreamedTable['pieces'] {
    yield { ...csvOf(rows.map((row) => row.map(cellText))), done: 1 };
  };
  return { header, total: rows.length, pieces: pieces() };
}

/** Rows are measured in points, images in pixels. */
const LOGO_ROW_POINTS = 48;
const LOGO_PIXELS = { width: 240, height: 56 };

function placeLogo(logo: Buffer) {
  const { width, height } = sizeOfPng(logo);
  const scale = Math.min(LOGO_PIXELS.width / width, LOGO_PIXELS.height / height);
  return {
    content: logo,
    contentType: 'image/png',
    width: Math.ceil(width * scale),
    height: Math.ceil(height * scale),
    dpi: 96,
    anchor: { row: 1, column: 1 },
    offsetY: 4,
    title: 'Logo de la ciudad',
  };
}

/** Number format of a column; undefined for text. */
function formatOf(rows: Sheet['rows'], column: number): string | undefined {
  const figures = rows.map((row) => row[column]).filter((value) => typeof value === 'number');
  if (figures.length === 0) return undefined;
  return figures.every(Number.isInteger) ? '#,##0' : '0.0';
}

async function writeWorkbook(
  { facts, sheets }: StatisticsFile,
  { city, logo }: Awaited<ReturnType<typeof readLetterhead>>,
): Promise<BufferedFile> {
  // Loaded on demand: only the export process needs it.
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const bold = (value: string) => ({ value, type: String, fontWeight: 'bold' as const });
  // Typed as text, so a value that begins with = is no formula.
  const cell = (value: Cell, format?: string) =>
    value === null ? null : typeof value === 'number' ? { value, type: Number, format } : { value, type: String };
  const head = [
    ...(logo === null ? [] : [[{ value: '', type: String, height: LOGO_ROW_POINTS }]]),
    ...(city === '' ? [] : [[bold('Ciudad'), cell(city)]]),
    ...facts.map(([label, value]) => [bold(label), cell(value)]),
    [null],
  ];
  const written = sheets.map(({ name, header, rows }, index) => {
    const formats = header.map((_, column) => formatOf(rows, column));
    const titles = header.map((title, column) => ({
      ...bold(title),
      backgroundColor: '#e6ebee',
      ...(formats[column] && { align: 'right' as const }),
    }));
    const body = rows.map((row) => row.map((value, column) => cell(value, formats[column])));
    return {
      sheet: name,
      columns: header.map((_, column) => ({ width: column === 0 ? 16 : 24 })),
      ...(index === 0 && logo !== null && { images: [placeLogo(logo)] }),
      data: [...(index === 0 ? head : []), titles, ...body],
    };
  });
  return {
    content: await writeXlsxFile(written).toBuffer(),
    rows: sheets.reduce((total, { rows }) => total + rows.length, 0),
  };
}

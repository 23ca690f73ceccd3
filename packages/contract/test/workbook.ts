/** Workbooks made by hand, so that a test can write what a spreadsheet program never would. */

export type Parts = Record<string, string | Uint8Array>;

export interface ZipOptions {
  /** Stored as they are otherwise. */
  isDeflated?: boolean;
  /** The sizes stand in the extension for large files. */
  isZip64?: boolean;
  flags?: number;
  /** What the directory declares of a part, true or not. */
  declare?: Record<string, { size?: number; compressed?: number; crc?: number }>;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let at = 0; at < bytes.length; at += 1) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ bytes[at]!) & 0xff]!;
  return (crc ^ 0xffffffff) >>> 0;
}

async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** Numbers of two, four or eight bytes, the lowest byte first. */
function numbers(...fields: [bytes: number, value: number][]): Uint8Array {
  return Uint8Array.from(
    fields.flatMap(([bytes, value]) =>
      Array.from({ length: bytes }, (_, place) => Math.trunc(value / 256 ** place) % 256),
    ),
  );
}

export function joined(...pieces: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

export async function zipOf(parts: Parts, options: ZipOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  const { isDeflated = true, isZip64 = false, flags = 0x800, declare = {} } = options;
  const body: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const packed = isDeflated ? await deflate(bytes) : bytes;
    const named = new TextEncoder().encode(name);
    const { size, compressed, crc } = {
      size: bytes.length,
      compressed: packed.length,
      crc: crcOf(bytes),
      ...declare[name],
    };
    const method = isDeflated ? 8 : 0;
    const local = joined(
      numbers([4, 0x04034b50], [2, 20], [2, flags], [2, method], [4, 0], [4, crc], [4, compressed], [4, size]),
      numbers([2, named.length], [2, 0]),
      named,
    );
    const extra = isZip64 ? numbers([2, 1], [2, 24], [8, size], [8, compressed], [8, offset]) : new Uint8Array(0);
    const [size32, compressed32, offset32] = isZip64
      ? [0xffffffff, 0xffffffff, 0xffffffff]
      : [size, compressed, offset];
    directory.push(
      numbers(
        [4, 0x02014b50],
        [2, 20],
        [2, 20],
        [2, flags],
        [2, method],
        [4, 0],
        [4, crc],
        [4, compressed32],
        [4, size32],
      ),
      numbers([2, named.length], [2, extra.length], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset32]),
      named,
      extra,
    );
    body.push(local, packed);
    offset += local.length + packed.length;
  }
  const listed = joined(...directory);
  const count = Object.keys(parts).length;
  const end64 = isZip64
    ? joined(
        numbers([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, count], [8, count]),
        numbers([8, listed.length], [8, offset]),
        numbers([4, 0x07064b50], [4, 0], [8, offset + listed.length], [4, 1]),
      )
    : new Uint8Array(0);
  const at = isZip64 ? 0xffffffff : offset;
  const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, listed.length], [4, at], [2, 0]);
  return joined(...body, listed, end64, end);
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

interface BookOptions {
  /** Name of each sheet and the XML of its rows. */
  sheets?: Record<string, string>;
  /** XML of the shared texts, one `<si>` each. */
  texts?: string;
  /** XML of the styles' children. */
  styles?: string;
  is1904?: boolean;
  hidden?: readonly string[];
  /** More parts, or others instead of the usual ones. */
  parts?: Parts;
}

/** The parts of a workbook: with what every program writes and what a test wants of its rows. */
export function partsOf({ sheets = {}, texts = '', styles = '', is1904, hidden = [], parts = {} }: BookOptions): Parts {
  const names = Object.keys(sheets);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Override PartName="/xl/workbook.xml" ContentType="${MAIN_TYPE}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships">${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0"?><workbook ${MAIN} xmlns:r="${OFFICE}">${is1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${names
      .map(
        (name, at) =>
          `<sheet name="${escaped(name)}" sheetId="${at + 1}"${hidden.includes(name) ? ' state="hidden"' : ''} r:id="s${at}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${names
      .map((_, at) => relation(`s${at}`, 'worksheet', `worksheets/sheet${at + 1}.xml`))
      .join(
        '',
      )}${relation('st', 'styles', 'styles.xml')}${relation('sh', 'sharedStrings', '/xl/sharedStrings.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet ${MAIN}>${styles}</styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${MAIN}>${texts}</sst>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    ...parts,
  };
}

/** Style 1 shows days, style 2 fills up to eight digits. */
export const USUAL_STYLES =
  '<numFmts><numFmt numFmtId="164" formatCode="00000000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>';

const letterOf = (column: number): string =>
  (column >= 26 ? letterOf(Math.trunc(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

/** A table as a sheet with all of its texts shared, as Excel saves it; empty cells are not written. */
export function tableParts(table: readonly (readonly string[])[], options: BookOptions = {}): Parts {
  const texts = [...new Set(table.flat())];
  const rows = table.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells
        .map((text, column) =>
          text === '' ? '' : `<c r="${letterOf(column)}${row + 1}" t="s"><v>${texts.indexOf(text)}</v></c>`,
        )
        .join('')}</row>`,
  );
  return partsOf({
    sheets: { Hoja1: rows.join('') },
    texts: texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join(''),
    ...options,
  });
}

export const tableBook = async (table: readonly (readonly string[])[], options?: BookOptions & ZipOptions) =>
  zipOf(tableParts(table, options), options);

const SECTOR = 512;
const END_OF_CHAIN = 0xfffffffe;
/** A compound file with these streams: how old workbooks and those with a password begin. Four names stand in a sector. */
export function compoundFile(streams: readonly string[]): Uint8Array<ArrayBuffer> {
  const entries = ['Root Entry', ...streams];
  const sectors = Math.ceil(entries.length / 4);
  const file = new Uint8Array(SECTOR * (2 + sectors * 2));
  const view = new DataView(file.buffer);
  file.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  view.setUint16(30, 9, true);
  view.setUint32(48, 1, true);
  // The table of what follows is sector 0; the directory stands in every other sector behind it.
  for (let place = 0; place < sectors; place += 1)
    view.setUint32(SECTOR + (1 + place * 2) * 4, place + 1 < sectors ? 3 + place * 2 : END_OF_CHAIN, true);
  for (const [place, name] of entries.entries()) {
    const at = SECTOR * (2 + Math.trunc(place / 4) * 2) + (place % 4) * 128;
    for (let letter = 0; letter < name.length; letter += 1)
      view.setUint16(at + letter * 2, name.charCodeAt(letter), true);
    view.setUint16(at + 64, (name.length + 1) * 2, true);
  }
  return file;
}

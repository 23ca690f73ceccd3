import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const PIECE = 1 << 20;
const DAY_MS = 86_400_000;

/** A CSV of writeAudienceFile() as Excel would save it: texts shared, documents as numbers, birthdays as days of its calendar. */
export async function writeWorkbook(csv: string, path: string): Promise<void> {
  const zip = openZip(path);
  for (const [name, xml] of fixedParts()) {
    const part = await zip.part(name);
    await part.write(xml);
    await part.end();
  }
  const texts = new Map<string, number>();
  const shared = (text: string) => {
    const known = texts.get(text) ?? texts.size;
    if (known === texts.size) texts.set(text, known);
    return known;
  };
  const sheet = await zip.part('xl/worksheets/sheet1.xml');
  await sheet.write(`<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${MAIN}"><sheetData>`);
  let row = 0;
  for await (const line of createInterface({ input: createReadStream(csv), crlfDelay: Infinity })) {
    row += 1;
    const cells = line
      .split(';')
      .map((text, index) => cellOf(text, `${String.fromCharCode(65 + index)}${row}`, shared));
    await sheet.write(`<row r="${row}" spans="1:9">${cells.join('')}</row>`);
  }
  await sheet.write('</sheetData></worksheet>');
  await sheet.end();
  const strings = await zip.part('xl/sharedStrings.xml');
  await strings.write(`<?xml version="1.0" encoding="UTF-8"?><sst xmlns="${MAIN}" uniqueCount="${texts.size}">`);
  for (const text of texts.keys()) await strings.write(`<si><t>${text.replaceAll('&', '&amp;')}</t></si>`);
  await strings.write('</sst>');
  await strings.end();
  await zip.end();
}

function cellOf(text: string, place: string, shared: (text: string) => number): string {
  if (text === '') return '';
  const [, day, month, year] = /^(\d\d)-(\d\d)-(\d{4})$/.exec(text) ?? [];
  if (year) {
    const serial = (Date.UTC(Number(year), Number(month) - 1, Number(day)) - Date.UTC(1899, 11, 30)) / DAY_MS;
    return `<c r="${place}" s="1"><v>${serial}</v></c>`;
  }
  return /^\d+$/.test(text) ? `<c r="${place}"><v>${text}</v></c>` : `<c r="${place}" t="s"><v>${shared(text)}</v></c>`;
}

const fixedParts = (): [name: string, xml: string][] => [
  [
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Hoja1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/styles.xml',
    `<styleSheet xmlns="${MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
  ],
];

/** Writes a zip entry by entry, each compressed as it comes. */
function openZip(path: string) {
  const out = createWriteStream(path);
  const directory: Buffer[] = [];
  let at = 0;
  const put = async (bytes: Buffer) => {
    at += bytes.length;
    if (!out.write(bytes)) await once(out, 'drain');
  };
  return {
    async part(name: string) {
      const offset = at;
      const named = Buffer.from(name);
      await put(
        Buffer.concat([
          numbers([4, 0x04034b50], [2, 20], [2, 8], [2, 8], [4, 0], [4, 0], [4, 0], [4, 0], [2, named.length], [2, 0]),
          named,
        ]),
      );
      const start = at;
      const deflate = createDeflateRaw({ level: 6 });
      const packed = pump(deflate, put);
      let crc = 0;
      let size = 0;
      let held = '';
      const flush = async () => {
        const bytes = Buffer.from(held);
        held = '';
        crc = crc32(bytes, crc);
        size += bytes.length;
        if (!deflate.write(bytes)) await once(deflate, 'drain');
      };
      return {
        async write(text: string) {
          held += text;
          if (held.length > PIECE) await flush();
        },
        async end() {
          await flush();
          deflate.end();
          await packed;
          const sizes: Field[] = [
            [4, crc],
            [4, at - start],
            [4, size],
          ];
          await put(numbers([4, 0x08074b50], ...sizes));
          directory.push(
            numbers(
              [4, 0x02014b50],
              [2, 20],
              [2, 20],
              [2, 8],
              [2, 8],
              [4, 0],
              ...sizes,
              [2, named.length],
              [2, 0],
              [2, 0],
              [2, 0],
              [2, 0],
              [4, 0],
              [4, offset],
            ),
            named,
          );
        },
      };
    },
    async end() {
      const start = at;
      const whole = Buffer.concat(directory);
      await put(whole);
      const count = directory.length / 2;
      await put(
        numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, whole.length], [4, start], [2, 0]),
      );
      await finish(out);
    },
  };
}

type Field = [bytes: 2 | 4, value: number];

function numbers(...fields: Field[]): Buffer {
  const all = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) at = all.writeUIntLE(value, at, bytes);
  return all;
}

async function pump(deflate: DeflateRaw, put: (bytes: Buffer) => Promise<void>): Promise<void> {
  for await (const chunk of deflate as AsyncIterable<Buffer>) await put(chunk);
}

async function finish(out: WriteStream): Promise<void> {
  out.end();
  await once(out, 'finish');
}

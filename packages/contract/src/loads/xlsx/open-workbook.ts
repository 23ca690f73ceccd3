import { COMPOUND_MARK, refuseCompoundFile } from './compound-file.ts';
import { createNumberFormatReader, type NumberFormat } from './number-formats.ts';
import { damaged, WorkbookFault } from './workbook-fault.ts';
import { createXmlReader, xmlName, type XmlName, type XmlReader, type XmlTag } from './xml-reader.ts';
import { type FileAccess, readZipDirectory, type ZipEntry } from './zip-directory.ts';
import { readPart, refuseBomb, type ZipTools } from './zip-part.ts';

/** A hidden one is not offered to users, who do not see it in Excel either; may still be named. */
type Sheet = { name: string; entry: ZipEntry; isHidden: boolean };

export interface Workbook {
  sheets: readonly Sheet[];
  /** Where the texts of the cells stand; undefined when each stands in its cell. */
  texts: ZipEntry | undefined;
  looks: readonly NumberFormat[];
  is1904: boolean;
}

/** Of the parts that are read as a whole: the list of sheets, the styles. */
const SMALL_PART_MAX = 33_554_432;
const SHEETS_MAX = 1_000;
const ZIP_MARK = [0x50, 0x4b, 0x03, 0x04];

const begins = (head: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => head[at] === byte);

/** Opens a workbook by its content, without unpacking rows. Throws a WorkbookFault for anything that may not be read. */
export async function openWorkbook(file: FileAccess, tools: ZipTools): Promise<Workbook> {
  const head = file.size >= 8 ? await file.read(0, 8) : new Uint8Array(0);
  if (begins(head, COMPOUND_MARK)) await refuseCompoundFile(file);
  if (!begins(head, ZIP_MARK)) throw new WorkbookFault('NO_WORKBOOK', 'no zip');
  const entries = new Map((await readZipDirectory(file)).map((entry) => [partName(entry.name), entry]));
  refuseOthers(entries);

  const readXml = async (name: string, reader: XmlReader) => {
    const entry = entries.get(name);
    if (!entry) return;
    if (entry.size > SMALL_PART_MAX) throw new WorkbookFault('WORKBOOK_BOMB', `${name} of ${entry.size}`);
    for await (const chunk of readPart(file, entry, tools)) reader.push(chunk);
    reader.end();
  };
  const bookName = (await findRelated(readXml, '')).find(({ type }) => type.endsWith('/officeDocument'))?.target;
  const types = createTagReader(({ attribute }) => [
    { part: attribute('PartName'), ending: attribute('Extension'), type: attribute('ContentType') ?? '' },
  ]);
  await readXml('[content_types].xml', types.reader);
  refuseDocument(bookName, bookName && typeOf(bookName, types.found));
  if (!bookName || !entries.has(bookName)) throw damaged('a workbook without its list of sheets');
  const related = await findRelated(readXml, bookName);
  const entryOf = (kind: string) => entries.get(related.find(({ type }) => type.endsWith(kind))?.target ?? '');

  let is1904 = false;
  const listed = createTagReader(({ is, attribute }) => {
    if (is('workbookPr')) is1904 = ['1', 'true', 'on'].includes(attribute('date1904') ?? '');
    return is('sheet') ? [{ name: attribute('name') ?? '', id: attribute('id'), state: attribute('state') }] : [];
  });
  await readXml(bookName, listed.reader);
  const { reader, looks } = createNumberFormatReader();
  const styles = related.find(({ type }) => type.endsWith('/styles'))?.target;
  if (styles) await readXml(styles, reader);

  const sheets = listed.found.slice(0, SHEETS_MAX).flatMap(({ name, id, state }): Sheet[] => {
    const part = related.find((one) => one.id === id && one.type.endsWith('/worksheet'));
    const entry = part && entries.get(part.target);
    return entry ? [{ name, entry, isHidden: state !== undefined && state !== 'visible' }] : [];
  });
  if (sheets.length === 0) throw damaged('a workbook without sheets');
  const texts = entryOf('/sharedStrings');
  for (const { entry } of sheets) refuseBomb(entry);
  if (texts) refuseBomb(texts);
  return { sheets, texts, looks, is1904 };
}

/** Those that people see, in their order; all of them where everything is hidden. */
export function offeredSheets({ sheets }: Workbook): readonly Sheet[] {
  const seen = sheets.filter(({ isHidden }) => !isHidden);
  return seen.length > 0 ? seen : sheets;
}

/** The sheet of this name, case aside as in Excel; without a name the first one that people see. */
export function sheetOf(workbook: Workbook, name: string | null | undefined): Sheet {
  const sheet = name
    ? workbook.sheets.find((one) => one.name.toLowerCase() === name.toLowerCase())
    : offeredSheets(workbook)[0];
  if (!sheet) throw new WorkbookFault('SHEET_UNKNOWN', `no sheet of this name`);
  return sheet;
}

/** Names of parts know no case, and some programs write them the Windows way. */
const partName = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

function refuseOthers(entries: ReadonlyMap<string, ZipEntry>): void {
  const names = [...entries.keys()];
  if ([...entries.values()].some(({ isEncrypted }) => isEncrypted))
    throw new WorkbookFault('WORKBOOK_PROTECTED', 'encrypted entries');
  if (names.some((name) => name.endsWith('vbaproject.bin') || name.includes('/macrosheets/')))
    throw new WorkbookFault('WORKBOOK_MACROS', 'a project of macros');
  if (names.includes('xl/workbook.bin')) throw new WorkbookFault('WORKBOOK_BINARY', 'a .xlsb');
  if (names.includes('content.xml') && names.includes('meta-inf/manifest.xml'))
    throw new WorkbookFault('WORKBOOK_ODS', 'an OpenDocument file');
  if (!names.includes('[content_types].xml')) throw new WorkbookFault('NO_WORKBOOK', 'a zip of other files');
}

type DeclaredType = { part: string | undefined; ending: string | undefined; type: string };

/** What a part is: declared for itself, or for all parts with its ending. Programs declare endings that no part has. */
function typeOf(part: string, declared: readonly DeclaredType[]): string {
  const own = declared.find((one) => one.part !== undefined && partName(one.part) === part);
  const ending = part.split('.').at(-1);
  return (own ?? declared.find((one) => one.ending?.toLowerCase() === ending))?.type ?? '';
}

function refuseDocument(name: string | undefined, type: string | undefined): void {
  if (type && /macroenabled/i.test(type)) throw new WorkbookFault('WORKBOOK_MACROS', 'by its type');
  if (!name || !type?.includes('spreadsheetml')) throw new WorkbookFault('NO_WORKBOOK', 'a document of another kind');
}

type Related = { id: string | undefined; type: string; target: string };

/** What a part refers to; '' is the file as a whole. */
async function findRelated(readXml: (name: string, reader: XmlReader) => Promise<void>, part: string) {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const listed = createTagReader(({ is, attribute }): Related[] =>
    is('Relationship') && attribute('TargetMode') !== 'External'
      ? [{ id: attribute('Id'), type: attribute('Type') ?? '', target: resolve(folder, attribute('Target') ?? '') }]
      : [],
  );
  await readXml(`${folder}_rels/${part.slice(folder.length)}.rels`, listed.reader);
  return listed.found;
}

/** `../worksheets/a.xml` seen from `xl/x/` is `xl/worksheets/a.xml`. */
function resolve(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).split(/[/\\]/)) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return partName(steps.join('/'));
}

type SmallTag = { is: (name: string) => boolean; attribute: (name: string) => string | undefined };

function createTagReader<T>(take: (tag: SmallTag) => readonly T[]) {
  const found: T[] = [];
  const viewOf = (name: XmlName, tag: XmlTag): SmallTag => ({
    is: (wanted) => xmlName(wanted) === name,
    attribute: (wanted) => tag.attribute(xmlName(wanted)),
  });
  const reader = createXmlReader({ open: (name, tag) => void found.push(...take(viewOf(name, tag))), close() {} });
  return { found, reader };
}

import type { FileKind, FileRules } from '@campanero/contract/shared/files';
import { kindByName } from '@campanero/contract/shared/files';

/** What a file shows itself to be, by its first bytes: a name proves nothing. */
const SIGNATURES: Record<FileKind, readonly number[]> = {
  jpeg: [0xff, 0xd8, 0xff],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  pdf: [0x25, 0x50, 0x44, 0x46, 0x2d],
};
const LONGEST = 8;
const NAMES: Record<FileKind, string> = { jpeg: 'JPG', png: 'PNG', pdf: 'PDF' };

async function kindByContent(file: File, rules: FileRules): Promise<FileKind | undefined> {
  const head = new Uint8Array(await file.slice(0, LONGEST).arrayBuffer());
  return rules.kinds.find((kind) => SIGNATURES[kind].every((byte, place) => head[place] === byte));
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;
const orList = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} o ${words.at(-1)}`;

/** Why a file cannot be taken, or nothing. The server looks again, and more closely (SEC-26). */
export async function faultOf(file: File, rules: FileRules): Promise<string | undefined> {
  if (file.size === 0) return `«${file.name}» está vacío.`;
  if (file.size > rules.maxBytes) return `«${file.name}» pesa más de ${megabytes(rules.maxBytes)}.`;
  const kind = await kindByContent(file, rules);
  if (!kind) return `«${file.name}» no es un archivo ${orList(rules.kinds.map((allowed) => NAMES[allowed]))}.`;
  return kindByName(rules, file.name) === kind
    ? undefined
    : `El contenido de «${file.name}» no corresponde a su extensión.`;
}

export const tooMany = (maxFiles: number) => `Puede adjuntar hasta ${maxFiles} archivos.`;

/** The files that pass, and a sentence for each that does not, in the order in which they came. */
export async function sortOut(offered: readonly File[], present: number, rules: FileRules) {
  const looked = await Promise.all(offered.map(async (file) => ({ file, fault: await faultOf(file, rules) })));
  const faults = looked.flatMap(({ fault }) => fault ?? []);
  const good = looked.filter(({ fault }) => fault === undefined).map(({ file }) => file);
  const room = Math.max(0, rules.maxFiles - present);
  if (good.length > room) faults.push(tooMany(rules.maxFiles));
  return { taken: good.slice(0, room), faults };
}

import { fileTypeFromBuffer } from 'file-type';

/** Of a hundred characters that are no text a stray one may stand in a column; programs and pictures are full of them. */
const STRANGE_MAX = 0.02;

/**
 * Text that could be a table: no known binary format, hardly any control characters, not empty. Rows with a NUL or a broken
 * quote are the loader's affair, which rejects them one by one (REL-25); UTF-16 is text, too.
 */
export async function isTextTable(head: Buffer): Promise<boolean> {
  const mark = head.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff') return head.length > 2;
  if (
    head
      .toString('latin1')
      .replace(/^\u00ef\u00bb\u00bf/, '')
      .trim() === ''
  )
    return false;
  const detected = await fileTypeFromBuffer(head);
  // Anything it takes for text itself (XML, iCalendar …) is left to the header: it has no column of phones.
  if (detected && !detected.mime.startsWith('text/') && !detected.mime.endsWith('/xml')) return false;
  let strange = 0;
  for (const byte of head) if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) strange += 1;
  return strange <= head.length * STRANGE_MAX;
}

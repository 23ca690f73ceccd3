const TAIL = 2_048;

/** A PDF that begins with its own header and ends with its own end mark: nothing before and nothing but blanks after. */
export function isWholePdf(content: Buffer): boolean {
  if (!/^%PDF-[12]\.\d[\r\n %]/.test(content.toString('latin1', 0, 10))) return false;
  const tail = content.toString('latin1', Math.max(0, content.length - TAIL));
  return /startxref\s+\d+\s+%%EOF[\s\0]*$/.test(tail);
}

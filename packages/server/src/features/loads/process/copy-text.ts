const SPECIAL = /[\\\t\n\r]/;
const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A value as COPY's text format wants it. */
export function copyText(value: string | null): string {
  if (value === null) return '\\N';
  return SPECIAL.test(value) ? value.replace(/[\\\t\n\r]/g, (sign) => ESCAPED[sign]!) : value;
}

/** A text[] of it; NUL, which PostgreSQL cannot hold, shown as what it is: no character. */
export function copyArray(values: readonly string[]): string {
  const quoted = values.map((value) => `"${value.replaceAll('\0', '\uFFFD').replace(/["\\]/g, String.raw`\$&`)}"`);
  return copyText(`{${quoted.join(',')}}`);
}

/**
 * The arithmetic of Segmentar (decisions 5): `total` split equally, remainders one each from the first. The preview of the
 * modal and the statement of the server follow this one function.
 */
export function splitEvenly(total: number, parts: number): number[] {
  if (parts < 1) return [];
  const share = Math.floor(total / parts);
  const rest = total % parts;
  return Array.from({ length: parts }, (_, index) => share + (index < rest ? 1 : 0));
}

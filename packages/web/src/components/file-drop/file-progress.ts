/**
 * How far each file has come, from the share of the whole body that has left. The fields before the files weigh next
 * to nothing, so the body is taken as the files one after the other, in the order in which they were appended.
 */
export function fileProgress(sizes: readonly number[], share: number): number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let left = total * share;
  return sizes.map((size) => {
    const sent = Math.min(size, left);
    left -= sent;
    return size === 0 ? 1 : sent / size;
  });
}

/** Rejects after `ms`; the work itself is not cancelled. */
export function withTimeout<T>(
  ms: number,
  work: Promise<T>,
  tooLong: () => Error = () => new Error(`no respondió en ${Math.round(ms / 100) / 10} segundos`),
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(tooLong()), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

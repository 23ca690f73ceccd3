/** Of a filter form what was filled in, without outer blanks: only non-empty fields are sent (spec 5, Filters). */
export const filledIn = <F extends Record<string, string>>(form: F): Partial<F> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  ) as Partial<F>;

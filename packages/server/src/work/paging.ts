interface Ordering<Order extends string> {
  order: Order;
  direction: 'asc' | 'desc';
}

export interface Paging<Order extends string> extends Ordering<Order> {
  limit: number;
  offset: number;
}

interface AskedOrder<Order extends string> {
  orderbytitle?: Order | undefined;
  orderbytype?: 'asc' | 'desc' | undefined;
}

/** A column that is asked for is sorted ascending by default. */
export const orderOfQuery = <Order extends string>(
  { orderbytitle, orderbytype }: AskedOrder<Order>,
  byDefault: Ordering<Order>,
): Ordering<Order> => ({
  order: orderbytitle ?? byDefault.order,
  direction: orderbytype ?? (orderbytitle ? 'asc' : byDefault.direction),
});

export const pagingOfQuery = <Order extends string>(
  query: AskedOrder<Order> & { pageNumber: number; pageSize: number },
  byDefault: Ordering<Order>,
): Paging<Order> => ({
  ...orderOfQuery(query, byDefault),
  limit: query.pageSize,
  offset: query.pageNumber * query.pageSize,
});

export const NEWEST_FIRST = { order: 'id', direction: 'desc' } as const;

export const SEARCH_FAILED = 'No fue posible buscar. Inténtelo de nuevo o contacte con el soporte.';
export const PERSON_FAILED =
  'No fue posible cargar los datos de la persona. Inténtelo de nuevo o contacte con el soporte.';
export const CALLS_FAILED = 'No fue posible cargar los llamados. Inténtelo de nuevo.';
export const COPIES_FAILED = 'No fue posible buscar las copias. Inténtelo de nuevo.';
export const RECORDS_FAILED = 'No fue posible cargar los registros. Inténtelo de nuevo.';
export const REQUEST_SAVED = 'El pedido fue registrado.';
export const DATA_REQUEST_FAILED = 'No fue posible guardar el pedido. Inténtelo de nuevo o contacte con el soporte.';
export const REQUEST_VIEW_FAILED = 'No fue posible cargar el pedido. Inténtelo de nuevo o contacte con el soporte.';
export const RECTIFY_FAILED = 'No fue posible guardar la rectificación. Inténtelo de nuevo o contacte con el soporte.';

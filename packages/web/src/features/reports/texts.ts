export const REPORT_ACTION = 'Recibir por correo';
export const REPORT_SAVED = 'Va a recibir el informe por correo.';
export const REPORT_STOPPED = 'Ya no va a recibir el informe.';
export const REPORT_SAVE_FAILED = 'No se pudo guardar. Inténtelo de nuevo.';
export const REPORT_STOP_FAILED = 'No se pudo terminar el informe. Inténtelo de nuevo.';
export const REPORT_LOAD_FAILED = 'No se pudo saber si ya lo recibe. Inténtelo de nuevo.';

export const REPORT_COUNTS = {
  daily: 'Cuenta el día anterior entero, de 0 a 24, y el cambio respecto del día previo.',
  weekly: 'Cuenta los siete días anteriores y el cambio respecto de los siete previos.',
  end: 'Un solo correo, con las cifras de toda la campaña, a la primera hora elegida después del cierre.',
};

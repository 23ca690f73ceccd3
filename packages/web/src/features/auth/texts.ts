/** Why a form's button is still disabled. */
export const signInReason = 'Complete su correo y su contraseña.';
export const recoverReason = 'Ingrese su correo.';
export const passwordReason = 'Complete los campos con una contraseña válida y su confirmación.';

export const resetDone = 'Cambio de contraseña exitoso.';
export const resetFailed = 'Error. Por favor inténtelo de nuevo.';
export const recoverFailed = 'Envío fallido. Por favor ingrese un correo válido.';
export const signInFailed = 'Hubo un fallo con el servidor. Por favor inténtelo nuevamente o contacte con el soporte.';

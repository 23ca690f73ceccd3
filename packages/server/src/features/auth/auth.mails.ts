import { letter, queueMail } from '../../integrations/mailer/queue-mail.ts';
import type { EventWork } from '../../work/notify.ts';

export interface AccountMail {
  subject: string;
  paragraphs: readonly string[];
  /** The copy in the Inbox, without the secret link. */
  inboxParagraphs?: readonly string[];
}

export const mailAccount = (
  work: EventWork,
  { id, email, firstName }: { id: number; email: string; firstName: string },
  { subject, paragraphs, inboxParagraphs }: AccountMail,
): Promise<void> =>
  queueMail(work, {
    userId: id,
    to: email,
    subject,
    text: letter(firstName, ...paragraphs),
    ...(inboxParagraphs && { inboxText: letter(firstName, ...inboxParagraphs) }),
  });

const LINK_SENT = 'El enlace está en el mensaje que llegó a su correo.';

export function recoveryMail(link: string): AccountMail {
  const intro = 'Recibimos un pedido para restablecer la contraseña de su cuenta en Campanero.';
  const ignore = 'Si no fue usted, ignore este mensaje: su contraseña sigue siendo la misma.';
  const choose = 'Para elegir una contraseña nueva, abra este enlace. Sirve una sola vez y vence en 60 minutos:';
  return {
    subject: 'Restablecer su contraseña de Campanero',
    paragraphs: [intro, choose, link, ignore],
    inboxParagraphs: [intro, LINK_SENT, ignore],
  };
}

export function invitationMail(email: string, link: string): AccountMail {
  const intro = 'Ya tiene una cuenta en Campanero, el sistema de campañas telefónicas.';
  const choose = 'Para elegir su contraseña, abra este enlace. Sirve una sola vez y vence en 72 horas:';
  const login = `Para ingresar use su correo: ${email}`;
  return {
    subject: 'Su cuenta de Campanero',
    paragraphs: [intro, choose, link, login, 'Si venció, pida otro en «¿Olvidó su contraseña?».'],
    inboxParagraphs: [intro, LINK_SENT, login],
  };
}

/** Where nobody has a password. */
export const directoryMail = (email: string, name: string, publicUrl: string): AccountMail => ({
  subject: 'Su cuenta de Campanero',
  paragraphs: [
    'Ya tiene una cuenta en Campanero, el sistema de campañas telefónicas.',
    `Para ingresar, abra ${publicUrl}/signin y elija «Entrar con ${name}».`,
    `Su cuenta es la que tiene este correo: ${email}`,
  ],
});

export const PASSWORD_CHANGED: AccountMail = {
  subject: 'Su contraseña de Campanero cambió',
  paragraphs: [
    'La contraseña de su cuenta en Campanero acaba de cambiar y las demás sesiones abiertas se cerraron.',
    'Si no fue usted, pida un enlace en «¿Olvidó su contraseña?» y avise a un administrador.',
  ],
};

const NOT_YOU = 'Si no fue usted, cambie su contraseña y avise a un administrador.';

export const SECOND_FACTOR_ON: AccountMail = {
  subject: 'Activó el segundo factor en Campanero',
  paragraphs: [
    'Desde ahora, al ingresar a Campanero se pide también un código de su aplicación. Las demás sesiones abiertas se cerraron.',
    'Guarde los códigos de recuperación: sirven para ingresar si pierde el teléfono.',
    NOT_YOU,
  ],
};

export const SECOND_FACTOR_OFF: AccountMail = {
  subject: 'Desactivó el segundo factor en Campanero',
  paragraphs: ['Desde ahora se ingresa a su cuenta de Campanero solo con la contraseña.', NOT_YOU],
};

export function recoveryCodeUsedMail(left: number): AccountMail {
  const remaining = left === 1 ? 'Le queda 1 código' : `Le quedan ${left} códigos`;
  const used = `Se ingresó a su cuenta de Campanero con un código de recuperación. ${remaining}; en Mi perfil puede hacer otros.`;
  return { subject: 'Se usó un código de recuperación en Campanero', paragraphs: [used, NOT_YOU] };
}

export const SECOND_FACTOR_RESET: AccountMail = {
  subject: 'Restablecimos su segundo factor de Campanero',
  paragraphs: [
    'Un administrador restableció el segundo factor de su cuenta y cerró sus sesiones. Hasta que lo active de nuevo en Mi perfil se ingresa solo con la contraseña.',
    'Si no lo pidió, avise a un administrador.',
  ],
};

import { loadedInWords } from '@campanero/contract/loads/words';

/** The mail to the user who loaded; `result` is what was loaded, or why it failed. */
export function loadMail(
  campaign: { id: number; name: string },
  result: { loaded: number; rejected: number } | string,
  publicUrl: string,
) {
  const page = `${publicUrl}/campaign/detail/${campaign.id}`;
  const report = ['Para ver el informe, abra este enlace con su usuario:', `${page}/assign`];
  if (typeof result === 'string')
    return {
      subject: `La audiencia no se cargó: ${campaign.name}`,
      paragraphs: [`La carga de la audiencia de ${campaign.name} falló: ${result.replace(/[.]?$/, '.')}`, ...report],
    };
  const segment = ['Para repartirla entre los operadores:', `${page}#segmentar`];
  return {
    subject: `La audiencia está cargada: ${campaign.name}`,
    paragraphs: [
      `La audiencia fue subida correctamente. ${campaign.name}: ${loadedInWords(result)}.`,
      ...report,
      ...(result.loaded > 0 ? segment : []),
    ],
  };
}

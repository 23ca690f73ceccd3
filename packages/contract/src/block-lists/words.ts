/** What a campaign does with the block lists, as its pages and the audit say it. */
export const listsInWords = (obeysLists: boolean) => (obeysLists ? 'Las respeta' : 'Exenta por interés público');

/** What a campaign does with the block lists, as its pages and the audit say it. */
export const listsInWords = ({ obeysLists, exemptReason }: { obeysLists: boolean; exemptReason: string | null }) =>
  obeysLists ? 'Las respeta' : exemptReason === null ? 'Exenta por interés público' : `Exenta: ${exemptReason}`;

export const listsInWords = ({ obeysLists, exemptReason }: { obeysLists: boolean; exemptReason: string | null }) =>
  obeysLists ? 'Las respeta' : exemptReason === null ? 'Exenta por interés público' : `Exenta: ${exemptReason}`;

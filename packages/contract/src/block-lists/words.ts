interface Obedience {
  obeysLists: boolean;
  exemptReason: string | null;
}

/** What a campaign does with the block lists, as its pages and the audit say it. */
export const listsInWords = ({ obeysLists, exemptReason }: Obedience) =>
  obeysLists ? 'Las respeta' : exemptReason === null ? 'Exenta por interés público' : `Exenta: ${exemptReason}`;

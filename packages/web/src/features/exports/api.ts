import { exports } from '@campanero/contract/exports/endpoints';
import { type ExportDetail, isBeingMade } from '@campanero/contract/exports/schemas';
import { endpointQuery } from '../../lib/queries.ts';

const pollMs = ({ status }: ExportDetail) => isBeingMade(status) && 1500;

/** Polled while it runs: the socket only announces its end. */
export const exportQuery = (id: string) => endpointQuery('exports', exports.detail, { params: { id } }, { pollMs });

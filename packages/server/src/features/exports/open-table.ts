import type { audienceListQuery } from '@campanero/contract/audience/list-schemas';
import type { auditQuery } from '@campanero/contract/audit-log/endpoints';
import type { operatorDetailQuery } from '@campanero/contract/monitor/endpoints';
import type { requestQuery } from '@campanero/contract/personal-data/request-schemas';
import type { SpanQuery } from '@campanero/contract/shared/span';
import type { z } from 'zod';
import type { Viewer } from '../../call-store/reach.ts';
import { streamAudience, streamHistory } from '../../call-store/read/index.ts';
import type { Db } from '../../db/client.ts';
import type { ResultsFilters } from '@campanero/contract/surveys/results-schemas';
import type { RowSource, StreamedTable } from '../../db/stream-rows.ts';
import { findAudience } from '../audience/audience.queries.ts';
import { auditOrder, toAuditSearch } from '../audit-log/audit-log.queries.ts';
import { streamAudit } from '../audit-log/stream-audit.queries.ts';
import { readReport } from '../personal-data/person-record.queries.ts';
import { readRequestTable } from '../personal-data/request-table.queries.ts';
import type { FoundExport } from './exports.queries.ts';
import { personOf } from './exports.words.ts';
import { openAnswers } from './answers-file.ts';
import { asTable, campaignFile, inFormat, operatorFile, type BufferedFile } from './statistics-file.ts';

export async function openTable(source: RowSource, job: FoundExport, viewer: Viewer) {
  switch (job.kind) {
    case 'audience':
      return openAudience(source, job, viewer);
    case 'calls':
      return streamHistory(source, { viewer, campaign: await getCampaign(source, job, viewer), until: job.createdAt });
    case 'interviews':
    case 'answers': {
      const campaign = await getCampaign(source, job, viewer);
      const query = job.filters as ResultsFilters;
      return openAnswers(source, { viewer, campaign, kind: job.kind, query, format: job.format });
    }
    case 'audit': {
      const query = job.filters as Stored<typeof auditQuery>;
      return streamAudit(source, await toAuditSearch(source.db, query, viewer), auditOrder(query));
    }
    case 'personal_data':
      return reportFile(source.db, viewer, personOf(job) ?? 0, job.createdAt);
    case 'data_requests':
      return asTable(await readRequestTable(source.db, viewer, job.filters as Stored<typeof requestQuery>));
    case 'statistics': {
      const campaign = await getCampaign(source, job, viewer);
      return inFormat(source.db, await campaignFile(source.db, campaign, job.filters as SpanQuery), job.format);
    }
    case 'operator_statistics': {
      const operator = { id: job.operatorId ?? 0, name: job.operatorName ?? '' };
      const query = job.filters as z.output<typeof operatorDetailQuery>;
      return inFormat(source.db, await operatorFile(source.db, operator, query), job.format);
    }
  }
}

async function getCampaign({ db }: RowSource, job: FoundExport, viewer: Viewer) {
  const campaign = await findAudience(db, viewer, job.campaignId ?? 0, job.createdAt);
  if (!campaign) throw new Error(`the campaign of export ${job.id} is not visible to its requester`);
  return campaign;
}

async function openAudience(source: RowSource, job: FoundExport, viewer: Viewer): Promise<StreamedTable> {
  const audience = await getCampaign(source, job, viewer);
  const query = job.filters as Stored<typeof audienceListQuery>;
  return streamAudience(source, { viewer, audience, query });
}

/** The report that a person receives: a page, and the same as JSON. */
async function reportFile(db: Db, viewer: Viewer, personId: number, madeAt: Date): Promise<BufferedFile> {
  // Loaded on demand: only the export process needs it.
  const { strToU8, zipSync } = await import('fflate');
  const { report, page } = await readReport(db, viewer, personId, madeAt);
  const files = { 'informe.html': strToU8(page), 'datos.json': strToU8(`${JSON.stringify(report, null, 2)}\n`) };
  const rows = report.partes.reduce((total, { filas }) => total + filas.length, 0);
  return { content: Buffer.from(zipSync(files, { level: 9 })), rows };
}

/** Filters are stored as the schema's output. */
type Stored<S extends { _output: object }> = Omit<S['_output'], 'pageNumber' | 'pageSize'>;

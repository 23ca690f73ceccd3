import type { ExportFormat } from '@campanero/contract/exports/schemas';
import { routesOf } from '../../http/mount.ts';
import { sendFile } from '../../http/send-file.ts';
import { exportRequests } from './request-export.ts';
import { cancelExport, downloadExport, viewExport } from './view-export.ts';

const CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export const exportRoutes = routesOf('exports', {
  ...exportRequests,
  download: async ({ params }, ctx, _request, reply) => {
    const { content, fileName, bytes, format } = await downloadExport(ctx, params.id);
    return sendFile(reply, { originalName: fileName, contentType: CONTENT_TYPES[format], bytes, content });
  },
  detail: ({ params }, ctx) => viewExport(ctx, params.id),
  cancel: ({ params }, ctx) => cancelExport(ctx, params.id),
});

import { z } from 'zod';

// zod tries `new Function` with the first object schema, which violates the content security policy. This must run before, so the
// build keeps it in zod's chunk (vite.config.ts).
z.config({ jitless: true });

import { z } from 'zod';

// zod tries `new Function` once to see whether it may compile its schemas; under our content security policy the attempt
// is refused and reported as a violation. It looks when the first object schema is made: this must run before that,
// so the build keeps it in zod's own chunk (vite.config.ts).
z.config({ jitless: true });

import { z } from 'zod';

// zod tries `new Function` once to see whether it may compile its schemas; under our content security policy the attempt
// is refused and reported as a violation. Imported before anything that parses.
z.config({ jitless: true });

// Import it before a generated `.zod` file. Otherwise zod would test on schema creation whether it
// may compile its checks; the content security policy forbids that, and the browser reports the
// attempt.
import { config } from 'zod/v4/core';

config({ jitless: true });

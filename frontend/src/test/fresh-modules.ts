// Runs before every test file, before setup.ts. The files of a worker share one process and the packages loaded in it (isolate: false),
// because loading those takes longer than most files do; our own modules are loaded anew, so that none meets what another file left in one.
import { vi } from 'vitest';

vi.resetModules();

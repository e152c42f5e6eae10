// Runs before every test file, before setup.ts. The files of a worker share one process and its loaded
// packages (isolate: false), because loading those takes longer than most files; our own modules are loaded
// again, so that no state leaks from one file to another.
import { vi } from 'vitest';

vi.resetModules();

// All parts in one process, because they share one running product. They use the package as installed from
// its tarball; .make/client.sh copies this folder next to it.
import './calls.ts';
import './journey.ts';
import './retries.ts';

// All parts in one process, since they share one running product. They see the package as it is installed from its tarball;
// .make/client.sh copies this folder beside that.
import './calls.ts';
import './journey.ts';
import './retries.ts';

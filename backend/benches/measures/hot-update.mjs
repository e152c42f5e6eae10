// Measures how long a change of a source file takes to reach the page: node hot-update.mjs <file> <rounds>,
// in the front end's folder. Prints the seconds of each round as JSON: from writing the file until its new
// code has been served.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const [file, rounds] = process.argv.slice(2);
const root = process.cwd();
const { createServer } = await import(
  pathToFileURL(createRequire(join(root, 'package.json')).resolve('vite')).href
);

// Milliseconds for an update to arrive, and for the server to finish the previous one.
const PATIENCE = 20_000;
const SETTLED = 500;
const ATTEMPTS = 20;
const url = `/${file}`;
// A separate cache: the packages' folder belongs to the developer's checkout.
const server = await createServer({
  root,
  cacheDir: join(root, '.vite'),
  logLevel: 'error',
  server: { host: '127.0.0.1', port: 0 },
});
await server.listen();
const base = `http://127.0.0.1:${server.httpServer.address().port}`;

// Like a page: the module is requested, and again at the address in the update.
const served = async (path) => {
  const answer = await fetch(base + path, { headers: { accept: '*/*', 'sec-fetch-dest': 'script' } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.text();
};

const original = readFileSync(file, 'utf8');
const seconds = [];
try {
  await served(url);
  const socket = new WebSocket(
    `${base.replace('http', 'ws')}/?token=${server.config.webSocketToken}`,
    'vite-hmr',
  );
  await new Promise((opened, failed) => {
    socket.onopen = opened;
    socket.onerror = () => failed(new Error('the update socket does not open'));
  });
  // Resolves with the address of the file's new code when an update names it.
  const update = () =>
    new Promise((found) => {
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === 'full-reload') found(url);
        const ours = message.updates?.find(({ path }) => path === url);
        if (ours) found(`${url}?t=${ours.timestamp}`);
      };
    });
  // A statement that survives the compiler, so that the response shows its version.
  const write = (marker) => writeFileSync(file, `${original}\nvoid '${marker}';\n`);

  // A new page is still loading, and a change before the file is watched goes unnoticed: the first change
  // does not count, and is repeated until it is noticed.
  let seen = false;
  const first = update().then(() => (seen = true));
  for (let attempt = 0; !seen && attempt < ATTEMPTS; attempt += 1) {
    write(`attempt-${attempt}`);
    await Promise.race([first, pause(PATIENCE / ATTEMPTS)]);
  }
  if (!seen) throw new Error(`no change of ${resolve(file)} is seen`);

  for (let round = 1; round <= Number(rounds); round += 1) {
    await pause(SETTLED);
    const marker = `round-${round}`;
    const updated = update();
    const begun = performance.now();
    write(marker);
    const address = await Promise.race([updated, pause(PATIENCE)]);
    if (!address) throw new Error(`no update of ${url} came`);
    if (!(await served(address)).includes(marker)) throw new Error(`${url} is served as it was before`);
    seconds.push((performance.now() - begun) / 1000);
  }
  socket.close();
} finally {
  writeFileSync(file, original);
  await server.close();
}
console.log(JSON.stringify(seconds));
process.exit(0);

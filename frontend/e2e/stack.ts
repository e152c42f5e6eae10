// Starts and stops the programs under test. Readiness is detected from their output, never by a
// pause.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startNameServer, type NameServer } from './names';
import { CLIENT, startProvider } from './provider';
import { startWebsite, type Website } from './site';

/** Long enough for a machine that also compiles. */
const START_MS = 300_000;

interface Program {
  /** The program's output, up to and including the expected line. */
  output: string;
  stop: () => Promise<void>;
}

function binary(variable: string): string {
  const value = process.env[variable];
  if (value === undefined || value === '')
    throw new Error(`${variable} is not set: it names the program to test.`);
  return path.resolve(value);
}

/** Runs a program until it prints `ready`; an earlier exit is an error with all its output. */
async function start(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  ready: RegExp,
): Promise<Program> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${command} was not ready in time:\n${output}`));
    }, START_MS);
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      if (!ready.test(output)) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`${command} ended with ${String(code)}:\n${output}`));
    });
  });
  return { output, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

/** The address of the test's database, derived from the program's output. */
async function systemDatabase(output: string): Promise<string> {
  const cluster = /PostgreSQL \S+\s+(\S+)/.exec(output)?.[1];
  if (cluster === undefined) throw new Error(`The program did not say where its database is:\n${output}`);
  const file = (name: string) => readFile(path.join(cluster, '..', name), 'utf8');
  const { system } = JSON.parse(await file('credentials.json')) as { system: string };
  return `postgres://proffer_system:${system}@127.0.0.1:${(await file('port')).trim()}/proffer?sslmode=disable`;
}

/**
 * The assistant that writes the drafts: the product's own rules, a model, or a model that invents content.
 */
export type Assistant = 'offline' | 'model' | 'boastful';

export interface Stack {
  url: string;
  /** A command of the product that needs no server. */
  program: string;
  /** The issuer of the sign-in provider. */
  issuer: string;
  /** The name server for the records that verify a mail domain. */
  names: NameServer;
  /** A company's website that the product may read. */
  site: Website;
  /** Makes a user a site administrator, as the operator of the server does. */
  makeSiteAdmin: (email: string) => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * The product with its own database, a single sign-on provider, a website to read, and, if requested, a model
 * that speaks the OpenAI protocol, the test payment page, and a demo workspace.
 */
export async function startStack(
  assistant: Assistant,
  { payments = false, demo = false } = {},
): Promise<Stack> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'proffer-e2e-'));
  const model =
    assistant === 'offline'
      ? undefined
      : await start(
          binary('MODEL_DOUBLE_BIN'),
          ['--port', '0', ...(assistant === 'boastful' ? ['--boastful'] : [])],
          process.env,
          /listening on http:\/\/\S+/,
        );
  const modelUrl = /listening on (http:\/\/\S+)/.exec(model?.output ?? '')?.[1];
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}`;
  const provider = await startProvider(`${url}/api/auth/oidc/callback`);
  const names = await startNameServer();
  const site = await startWebsite();
  const env = {
    ...process.env,
    PROFFER_PUBLIC_URL: undefined,
    // A database that is slow because the machine is busy must not count as unavailable.
    PROFFER_DATABASE_SILENCE_SECONDS: '30',
    PROFFER_AI_BASE_URL: modelUrl === undefined ? undefined : `${modelUrl}/v1`,
    PROFFER_AI_API_KEY: modelUrl === undefined ? undefined : 'any',
    PROFFER_AI_MODEL: modelUrl === undefined ? undefined : 'double',
    PROFFER_OUTBOUND_ALLOW: `${provider.address},${site.address}`,
    PROFFER_TEST_PAYMENTS: payments ? '1' : undefined,
    PROFFER_DNS_SERVER: names.address,
    PROFFER_OIDC_PROVIDERS: JSON.stringify([
      {
        id: 'example',
        name: 'Example ID',
        issuer: provider.issuer,
        clientId: CLIENT.id,
        clientSecret: CLIENT.secret,
      },
    ]),
  };
  const proffer = await start(
    binary('PROFFER_BIN'),
    ['dev', '--no-fsync', ...(demo ? ['--demo'] : []), '--port', String(port), '--data-dir', dataDir],
    env,
    /Ctrl-C stops everything/,
  );
  return {
    url,
    program: binary('PROFFER_BIN'),
    issuer: provider.issuer,
    names,
    site,
    makeSiteAdmin: async (email) => {
      await promisify(execFile)(binary('PROFFER_BIN'), ['admin', 'grant', email], {
        env: { ...process.env, PROFFER_SYSTEM_DATABASE_URL: await systemDatabase(proffer.output) },
      });
    },
    stop: async () => {
      await proffer.stop();
      await provider.stop();
      await names.stop();
      await site.stop();
      await model?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

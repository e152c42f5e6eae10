// Starts and stops the programs under test. Readiness is what they print, never a pause.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startNameServer, type NameServer } from './names';
import { CLIENT, startProvider } from './provider';
import { startWebsite, type Website } from './site';

const START_MS = 90_000;

interface Program {
  /** What the program printed, up to and including the awaited line. */
  output: string;
  stop: () => Promise<void>;
}

function binary(variable: string): string {
  const value = process.env[variable];
  if (value === undefined || value === '')
    throw new Error(`${variable} is not set: it names the program to test.`);
  return path.resolve(value);
}

/** Runs a program until it prints `ready`; whatever ends it earlier is an error with all that it said. */
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

/** Who writes: the product's own rules, a model, or one that adds what nobody told it. */
export type Assistant = 'offline' | 'model' | 'boastful';

export interface Stack {
  url: string;
  /** The product's own command, for what needs no server. */
  program: string;
  /** The issuer of the provider that people can sign in with. */
  issuer: string;
  /** Where the product looks up the records that prove a mail domain. */
  names: NameServer;
  /** A company's website that the product may read. */
  site: Website;
  stop: () => Promise<void>;
}

/**
 * The product with a database of its own, a provider of single sign-on, a website to read, and behind it, if asked for, a
 * model that speaks the OpenAI protocol.
 */
export async function startStack(assistant: Assistant): Promise<Stack> {
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
    PROFFER_AI_BASE_URL: modelUrl === undefined ? undefined : `${modelUrl}/v1`,
    PROFFER_AI_API_KEY: modelUrl === undefined ? undefined : 'any',
    PROFFER_AI_MODEL: modelUrl === undefined ? undefined : 'double',
    PROFFER_OUTBOUND_ALLOW: `${provider.address},${site.address}`,
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
    ['dev', '--port', String(port), '--data-dir', dataDir],
    env,
    /Proffer is ready/,
  );
  return {
    url,
    program: binary('PROFFER_BIN'),
    issuer: provider.issuer,
    names,
    site,
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

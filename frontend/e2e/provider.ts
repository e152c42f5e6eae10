// A real OpenID Connect provider for tests: `oidc-provider`, with its own sign-in page, which
// accepts any mail address as a login.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

export const CLIENT = { id: 'proffer', secret: 'a-secret-between-the-two-of-them' };

export interface RunningProvider {
  issuer: string;
  /** The value of the server's setting for permitted private addresses. */
  address: string;
  stop: () => Promise<void>;
}

/** Starts a provider that redirects to `redirectUri`. */
export async function startProvider(redirectUri: string): Promise<RunningProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  const host = `127.0.0.1:${String(address.port)}`;
  const provider = new Provider(`http://${host}`, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name'],
    },
    cookies: { keys: ['the tests need no secret here'] },
    // Like many providers, it puts the claims of the scopes into the ID token.
    conformIdTokenClaims: false,
    findAccount: (_context, email) => {
      const [given = '', family = ''] = email.split('@')[0]?.split('.') ?? [];
      const claims = {
        email,
        email_verified: true,
        given_name: given,
        family_name: family,
        name: `${given} ${family}`,
      };
      return { accountId: email, claims: () => ({ sub: email, ...claims }) };
    },
  });
  const handle = provider.callback();
  server.on('request', (request, response) => void handle(request, response));
  return {
    issuer: `http://${host}`,
    address: host,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

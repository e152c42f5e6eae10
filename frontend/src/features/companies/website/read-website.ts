// Follows the server's progress while it reads a website, until its result.
import '@/api/zod-without-eval';
import { stream } from '@/api/events';
import { getStreamScrapeUrl } from '@/api/gen/companies/companies';
import { ScrapeCompanyResponse } from '@/api/gen/companies/companies.zod';
import { ScrapeStage, type ScrapedCompany, type ScrapeEvent, type ScrapeInput } from '@/api/gen/model';
import { networkProblem, Problem } from '@/api/problem';

interface Follow {
  signal: AbortSignal;
  onStage: (stage: ScrapeStage) => void;
}

/**
 * Throws a Problem on failure, whether the server refuses, fails on the way, or stops responding.
 */
export async function readWebsite(input: ScrapeInput, { signal, onStage }: Follow): Promise<ScrapedCompany> {
  const request = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify(input),
    signal,
  };
  for await (const data of stream(getStreamScrapeUrl(), request)) {
    const { kind, stage, company, code, problem } = eventFrom(data);
    if (kind === 'done') {
      const found = readFound(company);
      if (found !== undefined) return found;
    }
    if (kind === 'failed') throw new Problem(200, code ?? 'failed', problem ?? '');
    if (stage !== undefined && Object.hasOwn(ScrapeStage, stage)) onStage(stage);
  }
  // A stream that ends before its last event was cut off.
  throw networkProblem();
}

/** The facts from a website, from any response; null if the shape is wrong. */
export function readFound(value: unknown): ScrapedCompany | undefined {
  const { data } = ScrapeCompanyResponse.safeParse(value);
  if (data === undefined) return undefined;
  // The schema names absent fields as undefined, the type leaves them out.
  return JSON.parse(JSON.stringify(data)) as ScrapedCompany;
}

/** Unknown events of a newer server are ignored. */
function eventFrom(data: string): Partial<ScrapeEvent> {
  try {
    const event: unknown = JSON.parse(data);
    return typeof event === 'object' && event !== null ? event : {};
  } catch {
    return {};
  }
}

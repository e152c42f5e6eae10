// Step 2: the website is read. After an interruption it can be started again or skipped.
import { Sparkles } from 'lucide-react';
import type { RefObject } from 'react';
import type { ScrapedCompany } from '@/api/gen/model';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { StepFrame } from '@/shared/ui/step-frame';
import { shortAddress, withScheme } from '../website/address';
import { ReadingProgress } from '../website/reading-progress';
import styles from './setup.module.css';

interface Props {
  headingRef: RefObject<HTMLHeadingElement | null>;
  websiteUrl: string;
  running: boolean;
  /** The index of the current stage. */
  place: number;
  /** The facts from the website, once it was read. */
  found: ScrapedCompany | undefined;
  /** Why reading failed the last time. */
  failure: string | undefined;
  onStart: () => void;
  onCancel: () => void;
  onContinue: () => void;
}

export function AutoFillStep({
  headingRef,
  websiteUrl,
  running,
  place,
  found,
  failure,
  onStart,
  onCancel,
  onContinue,
}: Props) {
  const address = shortAddress(withScheme(websiteUrl));
  if (running) {
    return (
      <StepFrame
        headingRef={headingRef}
        title="Auto-Fill"
        lead={`Reading only ${address}.`}
        next={<Button onClick={onCancel}>Cancel</Button>}
      >
        <ReadingProgress place={place} />
      </StepFrame>
    );
  }
  const again = found !== undefined || failure !== undefined;
  return (
    <StepFrame
      headingRef={headingRef}
      title="Auto-Fill"
      lead={
        address === ''
          ? 'Your website fills in most of your profile. You have not entered one yet.'
          : `We can read ${address} and fill in the empty fields. Your own entries are kept.`
      }
      next={
        <div className={styles.ways}>
          <Button
            variant={again ? 'secondary' : 'primary'}
            icon={<Sparkles size={18} aria-hidden />}
            onClick={onStart}
          >
            {address === '' ? 'Enter Your Website' : again ? 'Auto-Fill Again' : 'Auto-Fill'}
          </Button>
          <Button variant={again ? 'primary' : 'ghost'} onClick={onContinue}>
            {again ? 'Continue' : 'Skip, I’ll fill it in myself'}
          </Button>
        </div>
      }
    >
      {failure !== undefined && <Callout>{failure}</Callout>}
      {failure === undefined && found !== undefined && (
        <Callout tone="success">
          Read {found.pages.length} {found.pages.length === 1 ? 'page' : 'pages'} of your website. You can
          change every text in the last step.
        </Callout>
      )}
    </StepFrame>
  );
}

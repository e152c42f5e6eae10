// The five steps. One form holds everything typed, whichever step shows it; each change is kept in this browser.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CurrentUser, ScrapedCompany } from '@/api/gen/model';
import type { DesignChoice } from '@/shared/design/choice';
import { useForm } from '@/shared/forms/use-form';
import { browserDrafts } from '@/shared/session/drafts';
import { Button } from '@/shared/ui/button';
import { Page } from '@/shared/ui/page';
import { Stepper } from '@/shared/ui/stepper';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { withScheme } from '../website/address';
import { failureText, NOTHING_FOUND } from '../website/failure';
import { filledWords, useFound } from '../website/use-found';
import { useReading } from '../website/use-reading';
import { AutoFillStep } from './auto-fill-step';
import { BasicInfoStep } from './basic-info-step';
import { BrandColorsStep } from './brand-colors-step';
import { freshDraft, SETUP, setupDraft, type SetupDraft, type SetupValues, type Step } from './draft';
import { ReviewStep } from './review-step';
import { autoFillErrors, basicErrors, finishErrors } from './rules';
import styles from './setup.module.css';
import { TemplateStep } from './template-step';
import { useFinish } from './use-finish';
import { useSaveName } from './use-save-name';
import { Welcome } from './welcome';

const STEPS: readonly { number: Step; label: string }[] = [
  { number: 1, label: 'Basic Info' },
  { number: 2, label: 'Auto-Fill' },
  { number: 3, label: 'Template' },
  { number: 4, label: 'Brand Colors' },
  { number: 5, label: 'Review & Logo' },
];

export function SetupWizard({ user }: { user: CurrentUser }) {
  const [{ draft: start, resumed }] = useState(() => setupDraft(user));
  const [welcomed, setWelcomed] = useState(start.welcomed);
  const [step, setStep] = useState<Step>(start.step);
  const [choice, setChoice] = useState<DesignChoice | undefined>(start.choice);
  const [showResumed, setShowResumed] = useState(resumed);
  const [failure, setFailure] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const saveName = useSaveName(user);
  const finish = useFinish(user);

  const form = useForm<SetupValues>({
    initial: start.values,
    validate: finishErrors,
    onSubmit: async (values) => {
      if (choice !== undefined) await finish(values, choice);
    },
    onFail: (error) => {
      toastFailure(
        error,
        step === 1
          ? { title: 'Your name could not be saved' }
          : { title: 'Error', description: 'Failed to create company profile. Please try again.' },
      );
    },
  });
  const { values } = form;
  const { found, forget, take, note } = useFound(form, start.found);

  const goTo = (next: Step) => {
    setStep(next);
    setShowResumed(false);
  };
  const fail = (text: string, error?: unknown) => {
    setFailure(text);
    toastFailure(error, { title: 'Auto-Fill did not work', description: text });
    goTo(3);
  };
  const reading = useReading({
    onFound: (company: ScrapedCompany) => {
      const { filled, said } = take(company);
      if (said === 0) {
        fail(NOTHING_FOUND);
        return;
      }
      showToast({
        title: 'Auto-Fill is done',
        description: filledWords(filled),
      });
      goTo(3);
    },
    onFailed: (error) => {
      fail(failureText(error), error);
    },
  });
  const read = () => {
    const websiteUrl = withScheme(values.websiteUrl);
    form.setValue('websiteUrl', websiteUrl);
    setFailure(undefined);
    reading.start({ websiteUrl, companyName: values.name.trim() });
    goTo(2);
  };

  useEffect(() => {
    browserDrafts.save(SETUP, user, { welcomed, step, values, choice, found } satisfies {
      [Key in keyof Required<SetupDraft>]: SetupDraft[Key] | undefined;
    });
  }, [user, welcomed, step, values, choice, found]);

  // The new step is announced by its heading; the first one needs no announcement.
  const shownStep = useRef(step);
  useLayoutEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    heading.current?.focus();
    window.scrollTo({ top: 0 });
  }, [step]);

  const startOver = () => {
    reading.cancel();
    browserDrafts.clear(SETUP, user);
    form.replace(values, freshDraft(user).values);
    forget();
    setChoice(undefined);
    setFailure(undefined);
    goTo(1);
  };
  const openStep = (next: Step) => {
    reading.cancel();
    goTo(next);
  };

  return (
    <Page
      title="Set up your company"
      lead="Proposals are written in your name. Everything can be changed later."
      narrow
    >
      <Stepper steps={STEPS} step={step} onOpen={openStep} />
      {showResumed && (
        <p className={styles.resumed} role="status">
          What you typed earlier is still here.
          <Button variant="ghost" size="sm" onClick={startOver}>
            Start over
          </Button>
        </p>
      )}
      {step === 1 && (
        <BasicInfoStep
          headingRef={heading}
          form={form}
          email={user.email}
          onAutoFill={() =>
            void form.submit({
              validate: autoFillErrors,
              onSubmit: async (typed) => {
                await saveName(typed);
                read();
              },
            })
          }
          onSkip={() =>
            void form.submit({
              validate: basicErrors,
              onSubmit: async (typed) => {
                await saveName(typed);
                goTo(3);
              },
            })
          }
        />
      )}
      {step === 2 && (
        <AutoFillStep
          headingRef={heading}
          websiteUrl={values.websiteUrl}
          running={reading.running}
          place={reading.place}
          found={found}
          failure={failure}
          onStart={() => {
            if (Object.keys(autoFillErrors(values)).length === 0) read();
            else goTo(1);
          }}
          onCancel={reading.cancel}
          onContinue={() => {
            goTo(3);
          }}
        />
      )}
      {step === 3 && (
        <TemplateStep
          headingRef={heading}
          choice={choice}
          onChoose={setChoice}
          onBack={() => {
            goTo(2);
          }}
          onNext={() => {
            goTo(4);
          }}
        />
      )}
      {step === 4 && choice !== undefined && (
        <BrandColorsStep
          headingRef={heading}
          choice={choice}
          onChange={setChoice}
          onBack={() => {
            goTo(3);
          }}
          onNext={() => {
            goTo(5);
          }}
        />
      )}
      {step === 5 && (
        <ReviewStep
          headingRef={heading}
          form={form}
          found={found}
          note={note}
          onBack={() => {
            goTo(4);
          }}
        />
      )}
      {!welcomed && (
        <Welcome
          firstName={user.firstName}
          onStart={() => {
            setWelcomed(true);
            heading.current?.focus();
          }}
        />
      )}
    </Page>
  );
}

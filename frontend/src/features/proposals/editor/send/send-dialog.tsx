// The mail to the client: the recipient, the message, the validity of the offer. Typed text
// survives any error.
import { useState } from 'react';
import type { Proposal } from '@/api/gen/model';
import { TICKED, TextArea, TextField } from '@/shared/forms/fields';
import { KeptNotice } from '@/shared/forms/kept-notice';
import { useForm } from '@/shared/forms/use-form';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { Dialog } from '@/shared/ui/dialog';
import { Switch } from '@/shared/ui/switch';
import { MailPreview } from './mail-preview';
import {
  initialValues,
  sendErrors,
  suggestedMessage,
  today,
  validityErrors,
  type SendValues,
} from './send-values';
import styles from './send.module.css';
import type { Asking, Sending } from './use-send';

interface Props {
  proposal: Proposal;
  asking: Asking;
  sending: Sending;
  /** Goes to the place of the finding. */
  onCheck: () => void;
}

export function SendDialog({ proposal, asking, sending, onCheck }: Props) {
  const { sides, warnings } = asking;
  const [firstDay] = useState(today);
  const form = useForm<SendValues>({
    initial: initialValues(proposal, sides),
    // Until it is sent, closing the dialog keeps the input.
    keep: { name: `send.${proposal.id}` },
    validate: sendErrors(proposal),
    onSubmit: sending.mail,
    onFail: (error) => {
      sending.fail(error);
    },
  });
  const { values } = form;
  const close = () => {
    if (!form.submitting) sending.close();
  };
  const link = async (typed: SendValues) => {
    await sending.link(typed);
    form.forget();
  };
  const name = form.field('recipientName');

  return (
    <Dialog title="Send to Client" width={940} holdsInput onClose={close}>
      <form {...form.formProps} className={styles.form}>
        {form.restored && <KeptNotice onStartOver={form.startOver} />}
        {warnings.length > 0 && (
          <Callout
            title={warnings.length === 1 ? 'One warning' : `${warnings.length} warnings`}
            actions={
              <Button
                size="sm"
                onClick={() => {
                  close();
                  onCheck();
                }}
              >
                Review First
              </Button>
            }
          >
            <ul className={styles.found}>
              {warnings.map(({ field, code, message, claimKey }) => (
                <li key={`${field} ${code} ${claimKey ?? message}`}>{message}</li>
              ))}
            </ul>
          </Callout>
        )}
        <div className={styles.columns}>
          <div className={styles.fields}>
            <div className={styles.pair}>
              <TextField
                {...name}
                label="Recipient"
                autoComplete="off"
                required
                onValue={(next) => {
                  // The greeting follows the name until the message is edited.
                  if (values.message === suggestedMessage(values.recipientName, proposal, sides)) {
                    form.setValue('message', suggestedMessage(next, proposal, sides));
                  }
                  name.onValue(next);
                }}
              />
              <TextField
                {...form.field('recipientEmail')}
                label="Email"
                type="email"
                autoComplete="off"
                required
              />
            </div>
            <TextField {...form.field('subject')} label="Subject" />
            <TextArea
              {...form.field('message')}
              label="Message"
              rows={6}
              hint="Shown above the link. Optional."
            />
          </div>
          <div className={styles.terms}>
            <TextField
              {...form.field('validUntil')}
              label="Valid until"
              type="date"
              min={firstDay}
              hint="Until the end of that day. It cannot be accepted afterwards."
            />
            <Switch
              label="Remind after 3 and 7 days"
              hint="By mail, and only until your client answers."
              checked={values.reminders === TICKED}
              onChange={(on) => {
                form.setValue('reminders', on ? TICKED : '');
              }}
            />
          </div>
          <MailPreview proposal={proposal} company={sides.company} values={values} />
        </div>
        <div className={styles.actions}>
          <Button
            variant="ghost"
            disabled={form.submitting}
            onClick={() => void form.submit({ validate: validityErrors(proposal), onSubmit: link })}
          >
            Get the link without an email
          </Button>
          <div>
            <Button disabled={form.submitting} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" busy={form.submitting}>
              Send
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  );
}

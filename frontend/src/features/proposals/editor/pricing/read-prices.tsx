// Turns prices in text into lines: for pasting from a mail or notes.
import { useState } from 'react';
import type { PricingTable } from '@/api/gen/model';
import { useReadPricing } from '@/api/gen/proposals/proposals';
import { userMessage } from '@/api/problem';
import { Button } from '@/shared/ui/button';
import { AreaCell } from './cells';
import styles from './pricing-editor.module.css';

interface Props {
  onRead: (table: PricingTable) => void;
  onClose: () => void;
}

export function ReadPrices({ onRead, onClose }: Props) {
  const [text, setText] = useState('');
  const [said, setSaid] = useState<string>();
  const reading = useReadPricing();
  const read = async () => {
    setSaid(undefined);
    try {
      const { reading: table } = await reading.mutateAsync({ data: { text } });
      if (table.groups.length === 0) setSaid('No amount was found in this text.');
      else onRead(table);
    } catch (error) {
      setSaid(userMessage(error, 'The text could not be read. Please try again.'));
    }
  };
  return (
    <section className={styles.reader} aria-label="Read prices from text">
      <AreaCell
        label="Prices in words"
        value={text}
        rows={3}
        maxLength={10_000}
        error={said}
        placeholder="Website $4,500, 20 hours of support at $95/h, hosting $30 monthly for 12 months, 10% off"
        onValue={setText}
      />
      <div className={styles.buttons}>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          size="sm"
          variant="primary"
          busy={reading.isPending}
          disabled={text.trim() === ''}
          onClick={() => void read()}
        >
          Add These Prices
        </Button>
      </div>
    </section>
  );
}

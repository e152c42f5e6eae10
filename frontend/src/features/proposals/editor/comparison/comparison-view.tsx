// A whole comparison: title, blocks and prices, or that nothing changed.
import type { Comparison } from '@/api/gen/model';
import { BlockDiff, RunsDiff } from './block-diff';
import styles from './comparison-view.module.css';

export function ComparisonView({ comparison: { blocks, pricing, titles } }: { comparison: Comparison }) {
  if (blocks.length + pricing.length + titles.length === 0) {
    return <p className={styles.same}>No text or price changed.</p>;
  }
  return (
    <div className={styles.changes}>
      {titles.length > 0 && (
        <section>
          <h4>Title</h4>
          <RunsDiff runs={titles} />
        </section>
      )}
      {blocks.map((block) => (
        <BlockDiff key={block.blockId} block={block} />
      ))}
      {pricing.length > 0 && (
        <section>
          <h4>Prices</h4>
          <RunsDiff runs={pricing} />
        </section>
      )}
    </div>
  );
}

// A person or a company as a picture, else as initials.
import { useState } from 'react';
import styles from './avatar.module.css';

interface AvatarProps {
  /** Names whose first letters stand in for a picture. */
  names: readonly string[];
  imageUrl?: string | undefined;
  /** Companies are square, people round. */
  square?: boolean;
  size?: number;
}

const letters = new Intl.Segmenter();

const initialsOf = (names: readonly string[]): string =>
  names.map((name) => letters.segment(name.trim()).containing(0)?.segment.toLocaleUpperCase() ?? '').join('');

/** Decorative: the name stands beside it. A picture that does not load gives way to the initials. */
export function Avatar({ names, imageUrl, square = false, size = 36 }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const style = { width: size, height: size, fontSize: size * 0.4 };
  return imageUrl === undefined || imageUrl === broken ? (
    <span className={styles.avatar} data-square={square || undefined} style={style} aria-hidden>
      {initialsOf(names)}
    </span>
  ) : (
    <img
      className={styles.avatar}
      data-square={square || undefined}
      style={style}
      src={imageUrl}
      alt=""
      onError={() => {
        setBroken(imageUrl);
      }}
    />
  );
}
